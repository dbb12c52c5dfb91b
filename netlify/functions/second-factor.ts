import type { Config } from "@netlify/functions"
import {
  beginSecondFactor,
  confirmSecondFactorQuery,
  countOwnCodeAttempt,
  getOwnSecondFactor,
  removeSecondFactorQuery,
  renewRecoveryCodesQuery,
} from "../../db/queries/accounts/second-factor.ts"
import { codeBody, optionalCodeBody } from "../../src/features/account/schema.ts"
import { createHandler, createSignInApi, getVisitor, requireMember } from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { createProblem } from "../lib/http/problem.ts"
import { readBody } from "../lib/http/request.ts"
import {
  rejectCode,
  requireSecret,
  runWithCode,
  verifyOwnCode,
} from "../lib/sign-in/prove-identity.ts"
import {
  createRecoveryCodes,
  createSecret,
  findTimeStep,
  getEnrollment,
} from "../lib/sign-in/second-factor.ts"
import { readDeviceHash } from "../lib/sign-in/session.ts"

const app = createSignInApi().basePath("/api/account/second-factor")
app.get("*", requireMember)
app.use(deliverAfterWrites)

app.get("/", async (c) =>
  c.json({
    ...(await getOwnSecondFactor(c.var.db)),
    needs_code: getVisitor(c).method !== "passkey",
  }),
)

app.post("/", async (c) => {
  const secret = createSecret()
  if (!(await beginSecondFactor(c.var.db, secret))) return createProblem("has_second_factor")
  return c.json(getEnrollment(secret, getVisitor(c).email))
})

// Turns the second factor on after a first code proves that the authenticator app has the secret.
app.put("/", async (c) => {
  const { code } = await readBody(c, codeBody)
  const secret = requireSecret(
    await countOwnCodeAttempt(c.var.db, readDeviceHash(c.req.raw), { isUnconfirmed: true }),
  )
  const timeStep = findTimeStep(secret, code)
  if (timeStep === null) return rejectCode(c, getVisitor(c).user_id)
  const { codes, hashes } = createRecoveryCodes()
  await runWithCode(c, [confirmSecondFactorQuery(secret, timeStep, hashes)])
  return c.json({ codes })
})

app.post("/recovery-codes", async (c) => {
  const codeToUse = await verifyOwnCode(c, (await readBody(c, codeBody)).code)
  const { codes, hashes } = createRecoveryCodes()
  await runWithCode(c, [renewRecoveryCodesQuery(codeToUse, hashes)])
  return c.json({ codes })
})

app.delete("/", async (c) => {
  const { code } = await readBody(c, optionalCodeBody)
  const { session_id, method } = getVisitor(c)
  const codeToUse =
    code === undefined && method === "passkey" ? null : await verifyOwnCode(c, code ?? "")
  await runWithCode(c, [removeSecondFactorQuery(codeToUse, session_id)])
  return c.body(null, 204)
})

export default createHandler(app)
export const config: Config = {
  path: ["/api/account/second-factor", "/api/account/second-factor/recovery-codes"],
}
