/** A fake server and session for unit tests of stores. */
import { cleanStores, type ReadableAtom } from "nanostores"
import { onTestFinished, vi } from "vitest"
import { setSession } from "../../session/session.ts"
import { $toasts } from "../../ui/toast/toasts.ts"
import type { Account } from "./own-account.ts"

const USER = { id: "u1", email: "liga@example.org" }

export const makeAccount = (overrides: Partial<Account> = {}): Account => ({
  email: USER.email,
  email_verified: true,
  has_password: true,
  has_second_factor: false,
  has_passkey: false,
  factor_due_at: null,
  has_google: false,
  marketing_consent: false,
  language: "en",
  country: null,
  favorite_groups: [],
  wanted_email: null,
  ...overrides,
})

export const makeProblem = (code: string, status: number, errors = {}) =>
  Response.json({ code, errors }, { status })

export const makeNoContent = () => new Response(null, { status: 204 })

export interface ReceivedCall {
  method: string
  path: string
  body: unknown
}

type Responders = Record<string, (received: ReceivedCall) => Response | Promise<Response>>

/** A document without texts, so that translations return their keys. */
const PAGE = {
  cookie: "daina_signed_in=1",
  documentElement: { lang: "en" },
  querySelectorAll: () => [],
  addEventListener: () => {},
  removeEventListener: () => {},
}

/**
 * Replaces `fetch`. The keys of `responders` are a method and a path, such as `GET /api/account`; a request
 * without a responder gets a 404. Returns the received calls.
 */
export function serve(responders: Responders): ReceivedCall[] {
  const calls: ReceivedCall[] = []
  vi.stubGlobal("document", PAGE)
  vi.stubGlobal("navigator", { onLine: true })
  vi.stubGlobal("fetch", async (path: string, { method = "GET", body }: RequestInit) => {
    const received = { method, path, body: typeof body === "string" ? JSON.parse(body) : undefined }
    calls.push(received)
    const respond = responders[`${method} ${path}`]
    return respond ? await respond(received) : makeProblem("not_found", 404)
  })
  return calls
}

export const signIn = (id = USER.id) =>
  setSession({ status: "signed-in", user: { ...USER, id }, role: "user" })

/** Signs out, so that `store` drops the data of the previous test, and clears all toasts. */
export async function startSignedOut(store: ReadableAtom<unknown>): Promise<void> {
  serve({})
  setSession({ status: "signed-out" })
  $toasts.set([])
  const stop = store.listen(() => {})
  // The store drops its data asynchronously.
  await new Promise((resolve) => setTimeout(resolve))
  stop()
  cleanStores(store)
}

/** Keeps a store mounted until the end of the test. */
export function watch<Value>(store: ReadableAtom<Value>): void {
  const stop = store.listen(() => {})
  onTestFinished(() => {
    stop()
    // Without this call, the store stays mounted for one more second after its last listener.
    cleanStores(store)
  })
}
