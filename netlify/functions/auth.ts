/** Signing up, in and out with e-mail and password, and who is signed in. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { createAccount, findAccountForSignIn } from "../../db/queries/accounts.ts"
import { contentVersion } from "../../db/queries/content-version.ts"
import type { Role } from "../../db/queries/sessions.ts"
import { signInBody, signUpBody } from "../../src/features/account/schema.ts"
import type { FieldErrors } from "../../src/problem.ts"
import { type ApiEnv, api, recognise, serve } from "../lib/api.ts"
import { readBody } from "../lib/body.ts"
import { hashPassword, verifyPassword } from "../lib/password.ts"
import { problem } from "../lib/problem.ts"
import { blankCookies, startSession, stopSession } from "../lib/session.ts"

const app = api().basePath("/api/auth")

const codeFor = ({ email, password }: FieldErrors) =>
  email === "required" || password === "required" ? "credentials_required" : "invalid"

function sendCookies(c: Context<ApiEnv>, cookies: string[]): void {
  for (const cookie of cookies) c.header("set-cookie", cookie, { append: true })
}

/** What `GET /api/auth/session` says too. */
const signedInAs = (id: string, email: string, role: Role) => ({ user: { id, email }, role })

app.post("/sign-up", async (c) => {
  const read = await readBody(c, signUpBody, codeFor)
  if ("refusal" in read) return read.refusal
  const { email, password, marketing_consent: marketingConsent = false } = read.body
  const passwordHash = await hashPassword(password)
  const id = await createAccount(c.var.db, { email, passwordHash, marketingConsent })
  if (!id) return problem("email_taken", { errors: { email: "email_taken" } })
  sendCookies(c, await startSession(c.req.raw, id, false))
  return c.json(signedInAs(id, email, "user"), 201)
})

app.post("/sign-in", async (c) => {
  const read = await readBody(c, signInBody, codeFor)
  if ("refusal" in read) return read.refusal
  const { email, password, remember = false } = read.body
  const account = await findAccountForSignIn(c.var.db, email)
  const matches = await verifyPassword(account?.password_hash ?? null, password)
  if (!account || !matches) return problem("invalid_credentials")
  sendCookies(c, await startSession(c.req.raw, account.id, remember))
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
  // "Signed out" is only true while signing in is possible: without the database nobody knows.
  await contentVersion(c.var.db)
  return c.json({ user: null, role: "user" satisfies Role })
})

export default serve(app)
export const config: Config = { path: "/api/auth/*" }
