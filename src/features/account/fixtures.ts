/** What tests of the account's stores start from. */
import { cleanStores, type WritableAtom } from "nanostores"
import { onTestFinished, vi } from "vitest"
import { setSession } from "../session/session.ts"
import type { Account } from "./own-account.ts"

export const USER = { id: "u1", email: "liga@example.org" }

export const makeAccount = (changes: Partial<Account> = {}): Account => ({
  email: USER.email,
  email_verified: true,
  has_password: true,
  has_google: false,
  marketing_consent: false,
  mail_join_requests: true,
  mail_join_answers: true,
  language: "en",
  ...changes,
})

export const problem = (code: string, status: number, errors = {}) =>
  Response.json({ code, errors }, { status })

export const NO_CONTENT = () => new Response(null, { status: 204 })

export interface Asked {
  method: string
  path: string
  body: unknown
}

type Answers = Record<string, (asked: Asked) => Response | Promise<Response>>

/** A server with these answers, by method and path; what it was asked. */
export function serve(answers: Answers): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit) => {
    const question = { method, path, body: typeof body === "string" ? JSON.parse(body) : undefined }
    asked.push(question)
    const answer = answers[`${method} ${path}`]
    return answer ? await answer(question) : problem("not_found", 404)
  })
  return asked
}

export const signIn = (id = USER.id) =>
  setSession({ status: "signed-in", user: { ...USER, id }, role: "user" })

/** Watches a store, as an island does, as long as the test runs. */
export function watch<Value>(store: WritableAtom<Value>): void {
  const stop = store.listen(() => {})
  onTestFinished(() => {
    stop()
    // Not a second later, as a store does for islands that come back.
    cleanStores(store)
  })
}
