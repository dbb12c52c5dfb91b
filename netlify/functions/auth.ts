import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import {
  cancelAccountDeletionQuery,
  countPasswordAttempt,
  countSignUpAttempt,
  createAccountQuery,
  requirePasswordQuery,
} from "../../db/queries/accounts/accounts.ts"
import { becomeFirstSuperAdminQuery } from "../../db/queries/accounts/roles.ts"
import {
  countCodeAttempt,
  countStepAttempt,
  deleteCodeAttemptsQuery,
  endSignInStepQuery,
} from "../../db/queries/accounts/second-factor.ts"
import type { Role } from "../../db/queries/accounts/sessions.ts"
import { getContentVersion } from "../../db/queries/content-version.ts"
import {
  countResetAttempt,
  type ResetAccount,
  requestReset,
  requestVerification,
  resetPassword,
  verifyEmail,
} from "../../db/queries/mails.ts"
import { countUnreadNotifications } from "../../db/queries/notifications.ts"
import {
  codeBody,
  forgotPasswordBody,
  resetPasswordBody,
  signInBody,
  signUpBody,
  verifyEmailBody,
} from "../../src/features/account/schema.ts"
import type { FieldErrors } from "../../src/shared/problem.ts"
import { getInitials } from "../../src/ui/pictures/initials.ts"
import {
  type ApiEnv,
  createHandler,
  createSignInApi,
  getVisitor,
  identifyVisitor,
  runAfterResponse,
  sendCookies,
} from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import {
  createPasswordLimitProblem,
  createProblem,
  createRateLimitProblem,
  getProblemCode,
  refuseWith,
  violatesUnique,
} from "../lib/http/problem.ts"
import { getClientAddress, readBody } from "../lib/http/request.ts"
import { recordFailure } from "../lib/monitoring/security-events.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"
import { finishSignIn } from "../lib/sign-in/finish-sign-in.ts"
import {
  getPasswordRefusal,
  hashPassword,
  refuseIfBusy,
  verifyPassword,
} from "../lib/sign-in/password.ts"
import { rejectCode, rejectRefusedCode } from "../lib/sign-in/prove-identity.ts"
import { readCode } from "../lib/sign-in/second-factor.ts"
import {
  createExpiredSessionCookies,
  createExpiredStepCookie,
  endRequestSession,
  getOrCreateDevice,
  readDeviceHash,
  readSessionId,
  readStepHash,
  readUserAgent,
  startSession,
} from "../lib/sign-in/session.ts"
import { hashToken } from "../lib/sign-in/tokens.ts"

const app = createSignInApi().basePath("/api/auth")
app.use(deliverAfterWrites)

const getCredentialsErrorCode = ({ email, password }: FieldErrors) =>
  email === "required" || password === "required" ? "credentials_required" : "invalid"

const createSessionBody = (id: string, email: string, role: Role) => ({
  user: { id, email },
  role,
  newsroom: null,
})

app.post("/sign-up", refuseIfBusy, async (c) => {
  const {
    email,
    password,
    marketing_consent = false,
    language = null,
    setup,
  } = await readBody(c, signUpBody, getCredentialsErrorCode)
  const passwordError = await getPasswordRefusal(password, email)
  if (passwordError) return createProblem("invalid", { errors: { password: passwordError } })
  const attempt = await countSignUpAttempt(c.var.db, email, getClientAddress(c))
  if (attempt.wait > 0) return createRateLimitProblem(attempt.wait)
  if (attempt.isTaken) return createProblem("email_taken", { errors: { email: "email_taken" } })
  const id = crypto.randomUUID()
  try {
    const passwordHash = await hashPassword(password)
    const account = { id, email, passwordHash, marketingConsent: marketing_consent, language }
    const queriesBefore = [
      createAccountQuery(account),
      ...(setup ? [becomeFirstSuperAdminQuery(hashToken(setup))] : []),
      ...attempt.onSuccess,
    ]
    const sessionStart = { remember: true, method: "password", queriesBefore } as const
    sendCookies(c, await startSession(c.req.raw, id, sessionStart))
  } catch (error) {
    const isTaken = violatesUnique(error, "users_email_key")
    await c.var.db.batch(isTaken ? attempt.onTaken : attempt.onFailure)
    if (!isTaken) throw error
    return createProblem("email_taken", { errors: { email: "email_taken" } })
  }
  return c.json(createSessionBody(id, email, setup ? "super_admin" : "user"), 201)
})

app.post("/sign-in", refuseIfBusy, async (c) => {
  const {
    email,
    password,
    remember = false,
    keep: keepsAccount = false,
  } = await readBody(c, signInBody, getCredentialsErrorCode)
  const caller = { address: getClientAddress(c), device: readDeviceHash(c.req.raw) }
  const attempt = await countPasswordAttempt(c.var.db, email, caller)
  if (attempt.wait > 0) return createPasswordLimitProblem(attempt)
  const { account, onSuccess } = attempt
  const matches = await verifyPassword(account?.password_hash ?? null, password)
  if (!account?.password_hash || !matches) {
    await runAfterResponse(c, recordFailure("sign_in_failed", account?.id ?? null, caller.address))
    return createProblem("invalid_credentials")
  }
  // In this route, only a caller with the right password learns that an account exists, is blocked or will be deleted.
  if (account.is_blocked) return createProblem("account_blocked")
  if (account.is_leaving && !keepsAccount) return createProblem("account_leaving")
  const cancelsDeletion = account.is_leaving
  const queriesBefore = [requirePasswordQuery(account.id, account.password_hash), ...onSuccess]
  try {
    const sessionStart = { remember, method: "password", queriesBefore, cancelsDeletion } as const
    const secondStep = await finishSignIn(c, account.id, sessionStart)
    if (secondStep) return secondStep.response
  } catch (error) {
    // The password was changed after the comparison.
    if (getProblemCode(error) === "stale") return createProblem("invalid_credentials")
    throw error
  }
  return c.json(createSessionBody(account.id, account.email, account.role))
})

// Finishes a log-in whose first step was the password or Google. A cookie identifies the pending step.
app.post("/second-factor", async (c) => {
  const { code } = await readBody(c, codeBody)
  const stepHash = readStepHash(c.req.raw)
  const device = readDeviceHash(c.req.raw)
  const step = stepHash && (await countStepAttempt(c.var.db, stepHash, device))
  if (!step) return createProblem("sign_in_over")
  if (step.wait > 0) return createRateLimitProblem(step.wait)
  const { user_id: id, method, remember, cancels_deletion: cancelsDeletion } = step
  const codeToUse = readCode(step.secret, code) ?? (await rejectCode(c, id))
  const queriesBefore = [
    endSignInStepQuery(stepHash, codeToUse),
    ...(cancelsDeletion ? [cancelAccountDeletionQuery()] : []),
    deleteCodeAttemptsQuery(id, device),
  ]
  const cookies = await startSession(c.req.raw, id, {
    remember,
    method,
    queriesBefore,
    skipsSecondFactor: true,
    notifiesOfNewDevice: true,
  }).catch(rejectRefusedCode(c, id))
  sendCookies(c, [...cookies, createExpiredStepCookie(c.req.raw)])
  if (cancelsDeletion) await requestBuild("member")
  return c.json(createSessionBody(id, step.email, step.role))
})

app.post("/sign-out", async (c) => {
  await endRequestSession(c.req.raw)
  sendCookies(c, createExpiredSessionCookies(c.req.raw))
  return c.body(null, 204)
})

app.get("/session", async (c) => {
  const visitor = await identifyVisitor(c)
  if (visitor) {
    const { user_id: id, email, display_name: name, avatar_url, role, newsroom } = visitor
    const user = {
      id,
      email,
      ...(name && { name, initials: getInitials(name) }),
      ...(avatar_url && { avatar_url }),
    }
    const { factor_due_at } = visitor
    const unread = await countUnreadNotifications(c.var.db)
    return c.json({
      user,
      role,
      newsroom,
      ...(unread > 0 && { unread }),
      ...(factor_due_at && { factor_due_at }),
    })
  }
  // The browser must not send the cookies of an expired session again.
  if (readSessionId(c.req.raw)) sendCookies(c, createExpiredSessionCookies(c.req.raw))
  // Throws if the database is unreachable, because it is then unknown whether the visitor is logged in.
  await getContentVersion(c.var.db)
  return c.json({ user: null, role: "user" satisfies Role })
})

// Responds in the same way for known and unknown addresses. The email is sent after the response.
app.post("/forgot-password", async (c) => {
  const { email } = await readBody(c, forgotPasswordBody)
  const wait = await requestReset(c.var.db, email, getClientAddress(c))
  if (wait) return createRateLimitProblem(wait)
  return c.body(null, 204)
})

async function verifyResetCode(c: Context<ApiEnv>, account: ResetAccount, code: string) {
  const wait = await countCodeAttempt(c.var.db, account.user_id)
  if (wait > 0) refuseWith(createRateLimitProblem(wait))
  return readCode(account.secret ?? "", code) ?? rejectCode(c, account.user_id)
}

app.post("/reset-password", refuseIfBusy, async (c) => {
  const { token, password, code } = await readBody(c, resetPasswordBody, ({ token }) =>
    token ? "link_unusable" : "invalid",
  )
  const linkHash = hashToken(token)
  const address = getClientAddress(c)
  const { wait, account } = await countResetAttempt(c.var.db, linkHash, address)
  if (wait > 0) return createRateLimitProblem(wait)
  if (!account) return createProblem("link_unusable")
  const passwordError = await getPasswordRefusal(password, account.email)
  if (passwordError) return createProblem("invalid", { errors: { password: passwordError } })
  // The account needs a link from the owner of the database, because an emailed link is not enough.
  if (account.needs === "owner_link") return createProblem("reset_guarded")
  if (account.needs === "code" && !code) return createProblem("second_factor_required")
  const codeToUse = account.needs === "code" ? await verifyResetCode(c, account, code ?? "") : null
  const { hash: device, cookie } = getOrCreateDevice(c.req.raw, { isReset: true })
  const passwordHash = await hashPassword(password)
  const caller = { address, device, userAgent: readUserAgent(c.req.raw) }
  const isDone = await resetPassword(c.var.db, linkHash, passwordHash, caller, codeToUse).catch(
    rejectRefusedCode(c, account.user_id),
  )
  if (!isDone) return createProblem("link_unusable")
  sendCookies(c, [cookie])
  return c.body(null, 204)
})

app.post("/verify-email", async (c) => {
  const { token } = await readBody(c, verifyEmailBody, () => "link_unusable")
  // If the member is logged in, verifyEmail() also records that the address is theirs.
  await identifyVisitor(c)
  const email = await verifyEmail(c.var.db, hashToken(token))
  return email ? c.json({ email }) : createProblem("link_unusable")
})

app.post("/resend-verification", async (c) => {
  const wait = await requestVerification(c.var.db, getVisitor(c).email, getClientAddress(c))
  if (wait) return createRateLimitProblem(wait)
  return c.body(null, 204)
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/auth/sign-up",
    "/api/auth/sign-in",
    "/api/auth/second-factor",
    "/api/auth/sign-out",
    "/api/auth/session",
    "/api/auth/forgot-password",
    "/api/auth/reset-password",
    "/api/auth/verify-email",
    "/api/auth/resend-verification",
  ],
}
