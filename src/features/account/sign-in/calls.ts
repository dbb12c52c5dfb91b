/** API calls of the account forms and of emailed links. */
import { parseSession, type Session, setSession } from "../../../session/session.ts"
import { notifyOtherTabs } from "../../../session/sign-out.ts"
import { type Answer, call } from "../../../shared/call.ts"
import { isRecord } from "../../../shared/json.ts"
import type {
  CodeBody,
  ForgotPasswordBody,
  ResetPasswordForm,
  SignInBody,
  SignUpForm,
} from "../schema.ts"

/** Logs in by a call, and updates the session in this and other tabs. */
export async function logInBy(path: string, payload: object): Promise<Answer<Session>> {
  const answer = await call(path, { method: "POST", payload, read: parseSession })
  if (answer.ok) {
    setSession(answer.body)
    notifyOtherTabs()
  }
  return answer
}

export const signIn = (body: SignInBody) => logInBy("/api/auth/sign-in", body)

/** Sends the code of the second login step. */
export const sendCode = (body: CodeBody) => logInBy("/api/auth/second-factor", body)

export const signUp = (body: Omit<SignUpForm, "confirm_password">) =>
  logInBy("/api/auth/sign-up", body)

const send = (path: string, payload: object): Promise<Answer<undefined>> =>
  call(`/api/auth/${path}`, { method: "POST", payload })

/** Requests a link for a new password. The answer is the same whether or not the account exists. */
export const forgotPassword = (body: ForgotPasswordBody) => send("forgot-password", body)

/** Sets a new password and ends all of the member's sessions. */
export const resetPassword = ({ token, password, code }: ResetPasswordForm) =>
  send("reset-password", { token, password, code })

/** Emails the signed-in member a new link that confirms their address. */
export const resendVerification = () => send("resend-verification", {})

/** Returns the email address in an answer. A schema would add zod to pages for anonymous visitors. */
function emailIn(json: unknown): string {
  if (!isRecord(json) || typeof json.email !== "string") throw new TypeError("no email")
  return json.email
}

/** Confirms the address that the link was emailed to. The answer is the address. */
export const verifyEmail = (token: string): Promise<Answer<string>> =>
  call("/api/auth/verify-email", { method: "POST", payload: { token }, read: emailIn })

/** Changes the signed-in member's address to the one that the link was emailed to. The answer is the address. */
export const confirmEmailChange = (token: string): Promise<Answer<string>> =>
  call("/api/account/email/confirm", { method: "POST", payload: { token }, read: emailIn })

/** Returns the signed-in member's address if it is confirmed; null if it is unconfirmed or the call fails. */
export async function confirmedEmail(): Promise<string | null> {
  const answer = await call("/api/account", {
    read: (json) => (isRecord(json) && json.email_verified === true ? emailIn(json) : null),
  })
  return answer.ok ? answer.body : null
}
