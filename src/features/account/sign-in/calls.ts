/** What the account pages' forms, and mailed links, call. */

import type { Locale } from "../../../i18n/locales.ts"
import { parseSession, type Session, setSession } from "../../../session/session.ts"
import { notifyOtherTabs } from "../../../session/sign-out.ts"
import { type Answer, call } from "../../../shared/call.ts"
import { isRecord } from "../../../shared/json.ts"
import type { CodeBody, ForgotPasswordBody, ResetPasswordForm } from "../schema.ts"

export interface SignIn {
  email: string
  password: string
  remember?: boolean
  /** They gave the account up, and want it back. */
  keep?: boolean
  /** For the mails that follow. */
  language?: Locale
}

export interface SignUp {
  email: string
  password: string
  terms: boolean
  marketing_consent?: boolean
  language?: Locale
  /** What a setup link carries. */
  setup?: string
}

/** On success the session is known here and in other tabs. */
export async function enter(path: string, payload: object): Promise<Answer<Session>> {
  const answer = await call(path, { method: "POST", payload, read: parseSession })
  if (answer.ok) {
    setSession(answer.body)
    notifyOtherTabs()
  }
  return answer
}

export const signIn = (input: SignIn) => enter("/api/auth/sign-in", input)

/** The second step, for who has one. */
export const enterCode = (input: CodeBody) => enter("/api/auth/second-factor", input)

export const signUp = (input: SignUp) => enter("/api/auth/sign-up", input)

const send = (path: string, payload: object): Promise<Answer<undefined>> =>
  call(`/api/auth/${path}`, { method: "POST", payload, read: () => undefined })

/** Requests a link for a new password; the answer is the same for every address. */
export const forgotPassword = (body: ForgotPasswordBody) => send("forgot-password", body)

/** Sets a new password and ends all of the member's sessions. */
export const resetPassword = ({ token, password, code }: ResetPasswordForm) =>
  send("reset-password", { token, password, code })

/** Mails the signed-in member a new link for confirming their email. */
export const resendVerification = () => send("resend-verification", {})

/** The address in an answer. Not read by a schema: pages for strangers do without its library. */
function emailIn(json: unknown): string {
  if (!isRecord(json) || typeof json.email !== "string") throw new TypeError("no email")
  return json.email
}

/** Confirms the address that a link was mailed to, and answers it. */
export const verifyEmail = (token: string): Promise<Answer<string>> =>
  call("/api/auth/verify-email", { method: "POST", payload: { token }, read: emailIn })

/** Gives the signed-in member the address that a link was mailed to, and answers it. */
export const confirmEmailChange = (token: string): Promise<Answer<string>> =>
  call("/api/account/email/confirm", { method: "POST", payload: { token }, read: emailIn })

/** The signed-in member's address when it is confirmed; null otherwise, and when nobody can say. */
export async function confirmedEmail(): Promise<string | null> {
  const answer = await call("/api/account", {
    read: (json) => (isRecord(json) && json.email_verified === true ? emailIn(json) : null),
  })
  return answer.ok ? answer.body : null
}
