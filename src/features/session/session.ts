/** Who is here. Starts as loading, until the first answer. */
import { atom } from "nanostores"

export type Role = "user" | "admin" | "super_admin"

export interface User {
  id: string
  email: string
}

export type Session =
  | { status: "loading" }
  | { status: "signed-in"; user: User; role: Role }
  | { status: "signed-out" }

export const $session = atom<Session>({ status: "loading" })

const ROLES: readonly Role[] = ["user", "admin", "super_admin"]

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null

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

/** Reads the session anew; when the server cannot be reached, a known one stays as it is. */
export async function readSession(): Promise<void> {
  if (!isMaybeSignedIn()) return setSession({ status: "signed-out" })
  const response = await fetch("/api/auth/session").catch(() => null)
  if (response?.ok) return setSession(parseSession(await response.json().catch(() => null)))
  if ($session.get().status === "loading") setSession({ status: "signed-out" })
}

const isSame = (a: Session, b: Session) =>
  a.status === b.status &&
  (a.status !== "signed-in" ||
    b.status !== "signed-in" ||
    (a.user.id === b.user.id && a.user.email === b.user.email && a.role === b.role))

export function setSession(session: Session): void {
  if (!isSame($session.get(), session)) $session.set(session)
}
