/** Who is here. Starts as loading, until the first answer. */
import { atom } from "nanostores"
import { isRecord } from "../../json.ts"

export type Role = "user" | "admin" | "super_admin"

export interface User {
  id: string
  email: string
}

export type Session =
  | { status: "loading" }
  | { status: "signed-in"; user: User; role: Role }
  /** `isWanted`: by signing out or with the account, in this tab or another; not a session that ran out. */
  | { status: "signed-out"; isWanted?: true }

export const $session = atom<Session>({ status: "loading" })

const ROLES: readonly Role[] = ["user", "admin", "super_admin"]

/** The session in an answer's body; anything else than a user is nobody. */
export function parseSession(body: unknown): Session {
  if (!isRecord(body) || !isRecord(body.user)) return { status: "signed-out" }
  const { id, email } = body.user
  if (typeof id !== "string" || typeof email !== "string") return { status: "signed-out" }
  const role = ROLES.find((known) => known === body.role) ?? "user"
  return { status: "signed-in", user: { id, email }, role }
}

/** Set beside the session's cookie, which scripts cannot see: without it, asking is not worth it. */
export const isMaybeSignedIn = () => /(?:^|; )daina_signed_in=/.test(document.cookie)

const TIMEOUT_MS = 10_000

/** The answer's body, undefined when there is none to go by. */
async function fetchSession(): Promise<unknown> {
  const response = await fetch("/api/auth/session", { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return response.ok ? response.json() : undefined
}

/** Counts what is known and asked: an answer to an older question says nothing about now. */
let latest = 0

/** Reads the session anew; when the server cannot be reached, a known one stays as it is. */
export async function readSession(): Promise<void> {
  if (!isMaybeSignedIn()) return setSession({ status: "signed-out" })
  latest += 1
  const mine = latest
  const body = await fetchSession().catch(() => undefined)
  if (mine !== latest) return
  if (body !== undefined) setSession(parseSession(body))
  else if ($session.get().status === "loading") setSession({ status: "signed-out" })
}

/** Whether the second says nothing that the first did not. */
function isSame(a: Session, b: Session): boolean {
  if (a.status === "signed-out" && b.status === "signed-out") return a.isWanted || !b.isWanted
  if (a.status !== "signed-in" || b.status !== "signed-in") return a.status === b.status
  return a.user.id === b.user.id && a.user.email === b.user.email && a.role === b.role
}

export function setSession(session: Session): void {
  latest += 1
  if (!isSame($session.get(), session)) $session.set(session)
}
