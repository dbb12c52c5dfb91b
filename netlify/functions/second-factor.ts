/** The member's second factor: an authenticator app and ten recovery codes. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import type { Query } from "../../db/client.ts"
import {
  beginSecondFactor,
  confirmSecondFactor,
  countOwnCodeAttempt,
  deleteCodeAttempts,
  getOwnSecondFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "../../db/queries/accounts/second-factor.ts"
import { codeBody, optionalCodeBody } from "../../src/features/account/schema.ts"
import { type ApiEnv, serve, signedIn, signInApi, visitor } from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { problem, problemCodeOf } from "../lib/http/problem.ts"
import { readBody } from "../lib/http/request.ts"
import { rejectCode, requireSecret, verifyOwnCode } from "../lib/sign-in/prove-identity.ts"
import {
  enrollment,
  newRecoveryCodes,
  newSecret,
  timeStepOf,
} from "../lib/sign-in/second-factor.ts"
import { deviceHashOf } from "../lib/sign-in/session.ts"

const app = signInApi().basePath("/api/account/second-factor")
app.get("*", signedIn)
app.use(deliverAfterWrites)

app.get("/", async (c) =>
  c.json({ ...(await getOwnSecondFactor(c.var.db)), needs_code: visitor(c).method !== "passkey" }),
)

app.post("/", async (c) => {
  const secret = newSecret()
  if (!(await beginSecondFactor(c.var.db, secret))) return problem("has_second_factor")
  return c.json(enrollment(secret, visitor(c).email))
})

app.put("/", async (c) => {
  const { code } = await readBody(c, codeBody)
  const secret = requireSecret(await countOwnCodeAttempt(c.var.db, deviceHashOf(c.req.raw), true))
  const step = timeStepOf(secret, code)
  if (step === null) return rejectCode(c, visitor(c).user_id)
  const { codes, hashes } = newRecoveryCodes()
  await c.var.db.batch([
    confirmSecondFactor(secret, step, hashes),
    deleteCodeAttempts(visitor(c).user_id, deviceHashOf(c.req.raw)),
  ])
  return c.json({ codes })
})

/** Runs a change that a code has confirmed, and clears the failed codes. */
async function applyChange(c: Context<ApiEnv>, query: Query<unknown>): Promise<void> {
  const { user_id } = visitor(c)
  await c.var.db
    .batch([query, deleteCodeAttempts(user_id, deviceHashOf(c.req.raw))])
    .catch((error) => {
      if (problemCodeOf(error) === "invalid") return rejectCode(c, user_id)
      throw error
    })
}

app.post("/recovery-codes", async (c) => {
  const correctCode = await verifyOwnCode(c, (await readBody(c, codeBody)).code)
  const { codes, hashes } = newRecoveryCodes()
  await applyChange(c, renewRecoveryCodes(correctCode, hashes))
  return c.json({ codes })
})

app.delete("/", async (c) => {
  const { code } = await readBody(c, optionalCodeBody)
  const { session_id, method } = visitor(c)
  const correctCode =
    code === undefined && method === "passkey" ? null : await verifyOwnCode(c, code ?? "")
  await applyChange(c, removeSecondFactor(correctCode, session_id))
  return c.body(null, 204)
})

export default serve(app)
export const config: Config = {
  path: ["/api/account/second-factor", "/api/account/second-factor/recovery-codes"],
}
