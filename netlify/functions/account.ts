/** The member's own account: settings, password, devices, leaving with and without it. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import {
  type AccountForSignIn,
  accountForTry,
  changePassword,
  changeSettings,
  deleteAccount,
  exportAccount,
  ownAccount,
} from "../../db/queries/accounts.ts"
import { addressPair, forgetAttempts, SIGN_IN } from "../../db/queries/attempts.ts"
import { endDevice, endOtherDevices, ownDevices } from "../../db/queries/sessions.ts"
import {
  accountSettingsBody,
  changePasswordBody,
  deleteAccountBody,
} from "../../src/features/account/schema.ts"
import { type ApiEnv, afterwards, api, sendCookies, serve, signedIn, visitor } from "../lib/api.ts"
import { avatarAsData, deleteAvatars } from "../lib/avatars.ts"
import { readBody, withId } from "../lib/body.ts"
import { callerOf } from "../lib/caller.ts"
import { deliverMails } from "../lib/deliver.ts"
import { hashPassword, verifyPassword } from "../lib/password.ts"
import { problem, tooMany } from "../lib/problem.ts"
import { requestBuild } from "../lib/publish.ts"
import { blankCookies, startSession } from "../lib/session.ts"

/** How long a sign-in with Google stands in for a password, in milliseconds. */
const FRESH_MS = 10 * 60 * 1000

const app = api()
app.use(signedIn)

app.get("/api/account", async (c) => c.json(await ownAccount(c.var.db)))

app.patch("/api/account", async (c) => {
  const read = await readBody(c, accountSettingsBody)
  if ("refusal" in read) return read.refusal
  const {
    marketing_consent: marketingConsent = null,
    mail_join_requests: joinRequests = null,
    mail_join_answers: joinAnswers = null,
    language = null,
  } = read.body
  const settings = { marketingConsent, joinRequests, joinAnswers, language }
  return c.json(await changeSettings(c.var.db, settings))
})

type Proof = { refusal: Response } | { account: AccountForSignIn }

/** Whether the password of a field is the member's; tries count like those at the sign-in. */
async function proveBy(c: Context<ApiEnv>, field: string, password: string): Promise<Proof> {
  const { email } = visitor(c)
  const { wait, account } = await accountForTry(c.var.db, email, callerOf(c))
  if (wait > 0) return { refusal: tooMany(wait) }
  const matches = await verifyPassword(account?.password_hash ?? null, password)
  if (account && matches) return { account }
  return { refusal: problem("invalid", { errors: { [field]: "wrong_password" } }) }
}

app.put("/api/account/password", async (c) => {
  const read = await readBody(c, changePasswordBody)
  if ("refusal" in read) return read.refusal
  const { current_password, new_password } = read.body
  const proof = await proveBy(c, "current_password", current_password)
  if ("refusal" in proof) return proof.refusal
  const { id, email, password_hash } = proof.account
  const before = [
    forgetAttempts(SIGN_IN, addressPair(email, callerOf(c))),
    changePassword(password_hash ?? "", await hashPassword(new_password)),
  ]
  // All sessions end with the old password; this device goes on with a new one.
  const remember = visitor(c).remember
  sendCookies(c, await startSession(c.req.raw, id, { remember, method: "password", before }))
  await afterwards(c, deliverMails())
  return c.body(null, 204)
})

app.get("/api/account/sessions", async (c) => {
  const { deviceId } = visitor(c)
  const devices = await ownDevices(c.var.db)
  return c.json({
    sessions: devices.map((device) => ({ ...device, is_current: device.id === deviceId })),
  })
})

app.delete("/api/account/sessions", async (c) => {
  await endOtherDevices(c.var.db, visitor(c).deviceId)
  return c.body(null, 204)
})

app.delete("/api/account/sessions/:id", withId, async (c) => {
  const id = c.req.param("id")
  if (!(await endDevice(c.var.db, id))) return problem("not_found")
  if (id === visitor(c).deviceId) sendCookies(c, blankCookies(c.req.raw))
  return c.body(null, 204)
})

app.get("/api/account/export", async (c) => {
  const data = await exportAccount(c.var.db)
  const picture = await avatarAsData(data.profile?.avatar_url ?? null)
  return c.body(JSON.stringify({ ...data, avatar: picture }, null, 2), 200, {
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="daina-my-data.json"',
  })
})

const isFreshFromGoogle = (c: Context<ApiEnv>) =>
  visitor(c).method === "google" && Date.now() - Date.parse(visitor(c).signedInAt) < FRESH_MS

app.delete("/api/account", async (c) => {
  const read = await readBody(c, deleteAccountBody)
  if ("refusal" in read) return read.refusal
  const { password } = read.body
  if (password !== undefined) {
    const proof = await proveBy(c, "password", password)
    if ("refusal" in proof) return proof.refusal
  } else if (!isFreshFromGoogle(c)) {
    return problem("sign_in_again")
  }
  const { result, changedSite } = await deleteAccount(c.var.db)
  if (result === "last_super_admin") return problem("last_super_admin")
  sendCookies(c, blankCookies(c.req.raw))
  // What fails here is swept later: no row leads to the files any more.
  await afterwards(c, deleteAvatars(visitor(c).userId))
  if (changedSite) await requestBuild("news")
  return c.body(null, 204)
})

export default serve(app)
export const config: Config = {
  path: [
    "/api/account",
    "/api/account/password",
    "/api/account/sessions",
    "/api/account/sessions/:id",
    "/api/account/export",
  ],
}
