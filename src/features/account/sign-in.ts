/** Signing in and up; on success the session is known here and in other tabs. */
import { type Answer, call } from "../../call.ts"
import type { Locale } from "../../i18n/locales.ts"
import { parseSession, type Session, setSession } from "../session/session.ts"
import { tellOtherTabs } from "../session/tabs.ts"

export interface SignIn {
  email: string
  password: string
  remember?: boolean
  /** For the mails that follow. */
  language?: Locale
}

export interface SignUp {
  email: string
  password: string
  terms: boolean
  marketing_consent?: boolean
  language?: Locale
}

async function enter(path: string, payload: SignIn | SignUp): Promise<Answer<Session>> {
  const answer = await call(path, { method: "POST", payload, read: parseSession })
  if (answer.ok) {
    setSession(answer.body)
    tellOtherTabs()
  }
  return answer
}

export const signIn = (input: SignIn) => enter("/api/auth/sign-in", input)

export const signUp = (input: SignUp) => enter("/api/auth/sign-up", input)
