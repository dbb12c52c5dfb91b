import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import type { Query } from "../../db/client.ts"
import {
  changePasswordQuery,
  changeSettings,
  disconnectGoogle,
  exportAccount,
  getOwnAccount,
  listOwnTeamsWithCandidates,
  scheduleAccountDeletion,
} from "../../db/queries/accounts/accounts.ts"
import {
  consumeOwnCodeQuery,
  recordIdentityProofQuery,
} from "../../db/queries/accounts/second-factor.ts"
import { endDevice, endOtherDevices, listOwnDevices } from "../../db/queries/accounts/sessions.ts"
import { confirmEmailChange, requestEmailChange } from "../../db/queries/mails.ts"
import { proofBody } from "../../src/features/account/proof/schema.ts"
import {
  accountSettingsBody,
  changeEmailBody,
  changePasswordBody,
  deleteAccountBody,
  verifyEmailBody,
} from "../../src/features/account/schema.ts"
import {
  type ApiEnv,
  createHandler,
  createSignInApi,
  getVisitor,
  hasRecentProof,
  requireMember,
  sendCookies,
} from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { createProblem, createRateLimitProblem, refuse, requireFound } from "../lib/http/problem.ts"
import { getClientAddress, readBody, requireUuid } from "../lib/http/request.ts"
import { readAvatarAsDataUrl } from "../lib/pictures/avatars.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"
import { verifyPasskey } from "../lib/sign-in/passkeys.ts"
import { getPasswordRefusal, hashPassword, refuseIfBusy } from "../lib/sign-in/password.ts"
import { runWithCode, verifyOwnCode, verifyOwnPassword } from "../lib/sign-in/prove-identity.ts"
import {
  createExpiredDeviceCookies,
  createExpiredSessionCookies,
  readDeviceHash,
  readUserAgent,
  startSession,
} from "../lib/sign-in/session.ts"
import { hashToken } from "../lib/sign-in/tokens.ts"

const app = createSignInApi()
app.get("*", requireMember)
app.use(deliverAfterWrites)

app.get("/api/account", async (c) => c.json(await getOwnAccount(c.var.db)))

app.patch("/api/account", async (c) =>
  c.json(await changeSettings(c.var.db, await readBody(c, accountSettingsBody))),
)

app.put("/api/account/password", refuseIfBusy, async (c) => {
  const { current_password, new_password } = await readBody(c, changePasswordBody)
  const passwordError = await getPasswordRefusal(new_password, getVisitor(c).email)
  if (passwordError) return createProblem("invalid", { errors: { new_password: passwordError } })
  const proof = await verifyOwnPassword(c, "current_password", current_password)
  const { id, password_hash } = proof.account
  // Locks the account's row before the rows of attempts, in the same order as a log-in, to avoid deadlocks.
  const queriesBefore = [
    changePasswordQuery(
      password_hash ?? "",
      await hashPassword(new_password),
      readUserAgent(c.req.raw),
    ),
    ...proof.onSuccess,
  ]
  // A new password ends all sessions. This browser gets a new session.
  const remember = getVisitor(c).remember
  sendCookies(
    c,
    await startSession(c.req.raw, id, {
      remember,
      method: "password",
      queriesBefore,
      skipsSecondFactor: true,
    }),
  )
  return c.body(null, 204)
})

app.get("/api/account/sessions", async (c) => {
  const { session_id } = getVisitor(c)
  const devices = await listOwnDevices(c.var.db)
  return c.json({
    sessions: devices.map((device) => ({ ...device, is_current: device.id === session_id })),
  })
})

app.delete("/api/account/sessions", async (c) => {
  await endOtherDevices(c.var.db, getVisitor(c).session_id, readDeviceHash(c.req.raw))
  return c.body(null, 204)
})

app.delete("/api/account/sessions/:id", requireUuid, async (c) => {
  const id = c.req.param("id")
  if (!(await endDevice(c.var.db, id))) return createProblem("not_found")
  if (id === getVisitor(c).session_id) sendCookies(c, createExpiredSessionCookies(c.req.raw))
  return c.body(null, 204)
})

app.get("/api/account/export", async (c) => {
  const { json, avatar_url } = requireFound(await exportAccount(c.var.db))
  const picture = JSON.stringify(await readAvatarAsDataUrl(avatar_url))
  // Adds the picture as the last field of the formatted JSON text.
  const jsonWithPicture = json.replace(/\n}$/, `,\n    "avatar": ${picture}\n}`)
  return c.body(jsonWithPicture, 200, {
    "content-type": "application/json; charset=utf-8",
    "content-disposition": 'attachment; filename="daina-my-data.json"',
  })
})

app.get("/api/account/teams", async (c) =>
  c.json({ teams: await listOwnTeamsWithCandidates(c.var.db) }),
)

/**
 * Requires the password. If none is given, requires a session that started with Google or a passkey, and in which the
 * member confirmed their identity recently. The action must run the returned queries, which remove counted attempts.
 */
async function requireProof(
  c: Context<ApiEnv>,
  password: string | undefined,
): Promise<Query<unknown>[]> {
  if (password !== undefined) return (await verifyOwnPassword(c, "password", password)).onSuccess
  return getVisitor(c).method !== "password" && hasRecentProof(c) ? [] : refuse("sign_in_again")
}

app.post("/api/account/proof", refuseIfBusy, async (c) => {
  const proof = await readBody(c, proofBody)
  const recordProof = recordIdentityProofQuery(getVisitor(c).session_id)
  if ("password" in proof) {
    const { onSuccess } = await verifyOwnPassword(c, "password", proof.password)
    await c.var.db.batch([...onSuccess, recordProof])
  } else if ("passkey" in proof) {
    const { recordUse } = await verifyPasskey(c, proof.passkey, "prove")
    await c.var.db.batch([recordUse, recordProof])
  } else {
    const codeToUse = await verifyOwnCode(c, proof.code)
    await runWithCode(c, [consumeOwnCodeQuery(codeToUse), recordProof])
  }
  return c.body(null, 204)
})

app.post("/api/account/email", refuseIfBusy, async (c) => {
  const { email, password } = await readBody(c, changeEmailBody)
  await c.var.db.batch(await requireProof(c, password))
  const { wait, isTaken } = await requestEmailChange(c.var.db, email, getClientAddress(c))
  if (wait > 0) return createRateLimitProblem(wait)
  if (isTaken) return createProblem("email_taken", { errors: { email: "email_taken" } })
  return c.body(null, 204)
})

app.post("/api/account/email/confirm", async (c) => {
  const { token } = await readBody(c, verifyEmailBody, () => "link_unusable")
  const email = await confirmEmailChange(c.var.db, hashToken(token))
  if (!email) return createProblem("link_unusable")
  return c.json({ email })
})

app.delete("/api/account/google", async (c) =>
  (await disconnectGoogle(c.var.db)) ? c.body(null, 204) : createProblem("last_way_in"),
)

app.delete("/api/account", refuseIfBusy, async (c) => {
  const { password, new_owners = {} } = await readBody(c, deleteAccountBody)
  const onSuccess = await requireProof(c, password)
  const { result, hasChangedSite } = await scheduleAccountDeletion(c.var.db, new_owners, onSuccess)
  if (result === "last_super_admin") return createProblem("last_super_admin")
  sendCookies(c, [
    ...createExpiredSessionCookies(c.req.raw),
    ...createExpiredDeviceCookies(c.req.raw),
  ])
  if (hasChangedSite) await requestBuild("member")
  return c.body(null, 204)
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/account",
    "/api/account/password",
    "/api/account/proof",
    "/api/account/email",
    "/api/account/email/confirm",
    "/api/account/google",
    "/api/account/sessions",
    "/api/account/sessions/:id",
    "/api/account/export",
    "/api/account/teams",
  ],
}
