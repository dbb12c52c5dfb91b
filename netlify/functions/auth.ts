/** Signing up, in and out with e-mail and password, and who is signed in. */
import type { Config } from "@netlify/functions"
import {
  accountForTry,
  createAccount,
  requirePassword,
  trySignUp,
} from "../../db/queries/accounts.ts"
import { addressPair, forgetAttempts, SIGN_IN } from "../../db/queries/attempts.ts"
import { contentVersion } from "../../db/queries/content-version.ts"
import type { Role } from "../../db/queries/sessions.ts"
import { signInBody, signUpBody } from "../../src/features/account/schema.ts"
import type { FieldErrors } from "../../src/problem.ts"
import { afterwards, api, recognise, sendCookies, serve } from "../lib/api.ts"
import { readBody } from "../lib/body.ts"
import { callerOf } from "../lib/caller.ts"
import { deliverMails } from "../lib/deliver.ts"
import { codeOf, violates } from "../lib/errors.ts"
import { hashPassword, verifyPassword } from "../lib/password.ts"
import { problem, tooMany } from "../lib/problem.ts"
import { blankCookies, sessionIdOf, startSession, stopSession } from "../lib/session.ts"

const app = api().basePath("/api/auth")

const codeFor = ({ email, password }: FieldErrors) =>
  email === "required" || password === "required" ? "credentials_required" : "invalid"

/** What `GET /api/auth/session` says too. */
const signedInAs = (id: string, email: string, role: Role) => ({ user: { id, email }, role })

app.post("/sign-up", async (c) => {
  const read = await readBody(c, signUpBody, codeFor)
  if ("refusal" in read) return read.refusal
  const { email, password, marketing_consent = false, language = null } = read.body
  const wait = await trySignUp(c.var.db, callerOf(c))
  if (wait > 0) return tooMany(wait)
  const id = crypto.randomUUID()
  const passwordHash = await hashPassword(password)
  const account = { id, email, passwordHash, marketingConsent: marketing_consent, language }
  try {
    const before = [createAccount(account)]
    const start = { remember: false, method: "password", before } as const
    sendCookies(c, await startSession(c.req.raw, id, start))
  } catch (error) {
    if (!violates(error, "users_email_key")) throw error
    return problem("email_taken", { errors: { email: "email_taken" } })
  }
  await afterwards(c, deliverMails())
  return c.json(signedInAs(id, email, "user"), 201)
})

app.post("/sign-in", async (c) => {
  const read = await readBody(c, signInBody, codeFor)
  if ("refusal" in read) return read.refusal
  const { email, password, remember = false } = read.body
  const caller = callerOf(c)
  const { wait, account } = await accountForTry(c.var.db, email, caller)
  if (wait > 0) return tooMany(wait)
  const matches = await verifyPassword(account?.password_hash ?? null, password)
  if (!account?.password_hash || !matches) return problem("invalid_credentials")
  // Only to who knows the password: whether an account is there or blocked is nobody else's business.
  if (account.is_blocked) return problem("account_blocked")
  const before = [
    requirePassword(account.id, account.password_hash),
    forgetAttempts(SIGN_IN, addressPair(email, caller)),
  ]
  try {
    const start = { remember, method: "password", before } as const
    sendCookies(c, await startSession(c.req.raw, account.id, start))
  } catch (error) {
    // Changed between the comparison and here: what was typed is not the password any more.
    if (codeOf(error) === "stale") return problem("invalid_credentials")
    throw error
  }
  return c.json(signedInAs(account.id, account.email, account.role))
})

app.post("/sign-out", async (c) => {
  await stopSession(c.req.raw)
  sendCookies(c, blankCookies(c.req.raw))
  return c.body(null, 204)
})

app.get("/session", async (c) => {
  const visitor = await recognise(c)
  if (visitor) return c.json(signedInAs(visitor.userId, visitor.email, visitor.role))
  // A session that is over need not be asked for again.
  if (sessionIdOf(c.req.raw)) sendCookies(c, blankCookies(c.req.raw))
  // "Signed out" is only true while signing in is possible: without the database nobody knows.
  await contentVersion(c.var.db)
  return c.json({ user: null, role: "user" satisfies Role })
})

export default serve(app)
export const config: Config = {
  path: ["/api/auth/sign-up", "/api/auth/sign-in", "/api/auth/sign-out", "/api/auth/session"],
}
