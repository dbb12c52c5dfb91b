/** What goes through the member's mailbox: confirming an address, and a new password. */
import type { Config } from "@netlify/functions"
import {
  askForReset,
  askForVerification,
  resetPassword,
  tryReset,
  verifyEmail,
} from "../../db/queries/mails.ts"
import {
  forgotPasswordBody,
  resetPasswordBody,
  verifyEmailBody,
} from "../../src/features/account/schema.ts"
import { afterwards, api, recognise, serve, signedIn } from "../lib/api.ts"
import { readBody } from "../lib/body.ts"
import { callerOf } from "../lib/caller.ts"
import { deliverMails } from "../lib/deliver.ts"
import { hashPassword } from "../lib/password.ts"
import { problem, tooMany } from "../lib/problem.ts"
import { hashOf } from "../lib/session-store.ts"

const app = api().basePath("/api/auth")

// One answer and one amount of work, whether the address is known or not: the mail is sent afterwards.
app.post("/forgot-password", async (c) => {
  const read = await readBody(c, forgotPasswordBody)
  if ("refusal" in read) return read.refusal
  const wait = await askForReset(c.var.db, read.body.email, callerOf(c))
  if (wait > 0) return tooMany(wait)
  await afterwards(c, deliverMails())
  return c.body(null, 204)
})

app.post("/reset-password", async (c) => {
  const read = await readBody(c, resetPasswordBody, ({ token }) =>
    token ? "link_unusable" : "invalid",
  )
  if ("refusal" in read) return read.refusal
  const { token, password } = read.body
  const link = hashOf(token)
  const { wait, isUsable } = await tryReset(c.var.db, link, callerOf(c))
  if (wait > 0) return tooMany(wait)
  const done =
    isUsable && (await resetPassword(c.var.db, link, await hashPassword(password), callerOf(c)))
  if (!done) return problem("link_unusable")
  await afterwards(c, deliverMails())
  return c.body(null, 204)
})

app.post("/verify-email", async (c) => {
  const read = await readBody(c, verifyEmailBody, () => "link_unusable")
  if ("refusal" in read) return read.refusal
  // Whether it is the account's own member who confirms matters to the database.
  await recognise(c)
  const email = await verifyEmail(c.var.db, hashOf(read.body.token))
  return email ? c.json({ email }) : problem("link_unusable")
})

app.post("/resend-verification", signedIn, async (c) => {
  const wait = await askForVerification(c.var.db, callerOf(c))
  if (wait > 0) return tooMany(wait)
  await afterwards(c, deliverMails())
  return c.body(null, 204)
})

export default serve(app)
export const config: Config = {
  path: [
    "/api/auth/forgot-password",
    "/api/auth/reset-password",
    "/api/auth/verify-email",
    "/api/auth/resend-verification",
  ],
}
