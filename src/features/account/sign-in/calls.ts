import { parseSession, type Session, setSession } from "../../../session/session.ts"
import { notifyOtherTabs } from "../../../session/sign-out.ts"
import { type CallResult, call } from "../../../shared/call.ts"
import { isRecord } from "../../../shared/json.ts"
import type {
  CodeBody,
  ForgotPasswordBody,
  ResetPasswordForm,
  SignInBody,
  SignUpForm,
} from "../schema.ts"

/** Logs in by a call to the API, updates the session of the page, and notifies other tabs. */
export async function logInBy(path: string, payload: object): Promise<CallResult<Session>> {
  const result = await call(path, { method: "POST", payload, read: parseSession })
  if (result.ok) {
    setSession(result.body)
    notifyOtherTabs()
  }
  return result
}

export const signIn = (body: SignInBody) => logInBy("/api/auth/sign-in", body)

export const sendCode = (body: CodeBody) => logInBy("/api/auth/second-factor", body)

export const signUp = (body: Omit<SignUpForm, "confirm_password">) =>
  logInBy("/api/auth/sign-up", body)

const post = (path: string, payload: object): Promise<CallResult<undefined>> =>
  call(`/api/auth/${path}`, { method: "POST", payload })

export const forgotPassword = (body: ForgotPasswordBody) => post("forgot-password", body)

/** Sets a new password. The server then ends all sessions of the member. */
export const resetPassword = ({ token, password, code }: ResetPasswordForm) =>
  post("reset-password", { token, password, code })

export const resendVerification = () => post("resend-verification", {})

/** Parses the response without zod, because account pages load zod only together with the schemas of their forms. */
function parseEmail(json: unknown): string {
  if (!isRecord(json) || typeof json.email !== "string")
    throw new TypeError("The response has no email address")
  return json.email
}

export const verifyEmail = (token: string): Promise<CallResult<string>> =>
  call("/api/auth/verify-email", { method: "POST", payload: { token }, read: parseEmail })

export const confirmEmailChange = (token: string): Promise<CallResult<string>> =>
  call("/api/account/email/confirm", { method: "POST", payload: { token }, read: parseEmail })

export async function fetchConfirmedEmail(): Promise<string | null> {
  const result = await call("/api/account", {
    read: (json) => (isRecord(json) && json.email_verified === true ? parseEmail(json) : null),
  })
  return result.ok ? result.body : null
}
