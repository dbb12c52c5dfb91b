/** What mailed links, and asking for them, call. */
import { type Answer, call } from "../../call.ts"
import { isRecord } from "../../json.ts"
import type { ForgotPasswordBody, ResetPasswordForm } from "./schema.ts"

const nothing = () => undefined

const send = (path: string, payload: object): Promise<Answer<undefined>> =>
  call(`/api/auth/${path}`, { method: "POST", payload, read: nothing })

/** Asks for a link for a new password; the answer is the same for every address. */
export const forgotPassword = (body: ForgotPasswordBody) => send("forgot-password", body)

/** Sets a new password and ends all of the member's sessions. */
export const resetPassword = ({ token, password }: ResetPasswordForm) =>
  send("reset-password", { token, password })

/** Mails the signed-in member a new link for confirming their e-mail. */
export const resendVerification = () => send("resend-verification", {})

function emailIn(json: unknown): string {
  if (!isRecord(json) || typeof json["email"] !== "string") throw new TypeError("no email")
  return json["email"]
}

/** Confirms the address that a link was mailed to, and answers it. */
export const verifyEmail = (token: string): Promise<Answer<string>> =>
  call("/api/auth/verify-email", { method: "POST", payload: { token }, read: emailIn })

/** The signed-in member's address when it is confirmed; null otherwise, and when nobody can say. */
export async function confirmedEmail(): Promise<string | null> {
  const answer = await call("/api/account", {
    read: (json) => (isRecord(json) && json["email_verified"] === true ? emailIn(json) : null),
  })
  return answer.ok ? answer.body : null
}
