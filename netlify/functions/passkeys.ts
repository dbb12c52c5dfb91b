import type { Config } from "@netlify/functions"
import {
  addPasskey,
  listOwnPasskeys,
  removePasskey,
  renamePasskey,
} from "../../db/queries/accounts/passkeys.ts"
import {
  newPasskeyBody,
  passkeyNameBody,
  passkeySignInBody,
} from "../../src/features/account/passkeys/schema.ts"
import { createHandler, createSignInApi, requireMember, sendCookies } from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { createProblem, refuse, requireFound, violatesUnique } from "../lib/http/problem.ts"
import { readBody, requireUuid } from "../lib/http/request.ts"
import { finishSignIn } from "../lib/sign-in/finish-sign-in.ts"
import {
  createProofOptions,
  createRegistrationOptions,
  createSignInOptions,
  verifyNewPasskey,
  verifyPasskey,
} from "../lib/sign-in/passkeys.ts"
import { createExpiredStepCookie, readStepHash } from "../lib/sign-in/session.ts"

const app = createSignInApi()
app.use(deliverAfterWrites)

app.post("/api/auth/passkey/options", async (c) => c.json(await createSignInOptions(c)))

// A passkey counts as both factors: the device, and a fingerprint or PIN.
app.post("/api/auth/passkey", async (c) => {
  const body = await readBody(c, passkeySignInBody)
  const { passkey, remember = false, keep: keepsAccount = false } = body
  const { passkey: storedPasskey, recordUse } = await verifyPasskey(c, passkey, "sign_in")
  const { user_id: id, email, role, is_leaving: isLeaving } = storedPasskey
  if (storedPasskey.is_blocked) return createProblem("account_blocked")
  if (isLeaving && !keepsAccount) return createProblem("account_leaving")
  await finishSignIn(c, id, {
    remember,
    method: "passkey",
    queriesBefore: [recordUse],
    cancelsDeletion: isLeaving,
    skipsSecondFactor: true,
  })
  // If this browser has a log-in that lacks the code of the second factor, the log-in with the passkey replaces it.
  if (readStepHash(c.req.raw)) sendCookies(c, [createExpiredStepCookie(c.req.raw)])
  return c.json({ user: { id, email }, role, newsroom: null })
})

app.get("/api/account/passkeys", requireMember, async (c) =>
  c.json({ passkeys: await listOwnPasskeys(c.var.db) }),
)

app.post("/api/account/passkeys/options", async (c) => c.json(await createRegistrationOptions(c)))

app.post("/api/account/passkeys", async (c) => {
  const { passkey, name } = await readBody(c, newPasskeyBody)
  const newKey = await verifyNewPasskey(c, passkey, name)
  const row = await addPasskey(c.var.db, newKey).catch((error) => {
    if (violatesUnique(error, "passkeys_credential_id_key")) return refuse("passkey_refused")
    throw error
  })
  if (!row) return createProblem("passkeys_full")
  return c.json(row, 201)
})

app.patch("/api/account/passkeys/:id", requireUuid, async (c) => {
  const { name } = await readBody(c, passkeyNameBody)
  return c.json(requireFound(await renamePasskey(c.var.db, c.req.param("id"), name)))
})

app.delete("/api/account/passkeys/:id", requireUuid, async (c) => {
  const outcome = await removePasskey(c.var.db, c.req.param("id"))
  if (outcome !== "done") return createProblem(outcome ?? "not_found")
  return c.body(null, 204)
})

// Responds with the options for confirming the identity with a passkey. The browser sends the response of the passkey
// to /api/account/proof.
app.post("/api/account/proof/options", async (c) =>
  c.json(requireFound(await createProofOptions(c))),
)

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/auth/passkey",
    "/api/auth/passkey/options",
    "/api/account/passkeys",
    "/api/account/passkeys/options",
    "/api/account/passkeys/:id",
    "/api/account/proof/options",
  ],
}
