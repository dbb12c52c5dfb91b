import { atom } from "nanostores"
import { LOCALES } from "../i18n/locales.ts"
import type { NewsroomGrant } from "../schema/roles.ts"
import { isRecord } from "../shared/json.ts"

export type Role = "user" | "admin" | "super_admin"

export interface User {
  id: string
  email: string
  /** Name and initials are missing if the member has no profile, and directly after a log-in. */
  name?: string
  initials?: string
  avatar?: string
}

export type Session =
  | { status: "loading" }
  | {
      status: "signed-in"
      user: User
      role: Role
      /** Rights in the newsroom. Super admins have the rights of an editor. */
      newsroom?: NewsroomGrant
      /** Number of unread notifications; missing if it is zero. */
      unread?: number
    }
  /** `isDeliberate`: the member logged out. `isUnreachable`: the server cannot be reached, so a session may exist. */
  | { status: "signed-out"; isDeliberate?: true; isUnreachable?: true }

export const $session = atom<Session>({ status: "loading" })

const ROLES: readonly Role[] = ["user", "admin", "super_admin"]

function parseGrant(grant: unknown): NewsroomGrant | null {
  if (!isRecord(grant)) return null
  const { kind, languages, may_publish } = grant
  return {
    kind: kind === "editor" ? kind : "translator",
    languages: LOCALES.filter((locale) => Array.isArray(languages) && languages.includes(locale)),
    may_publish: may_publish === true,
  }
}

/** Parses the response of `/api/auth/session`. An invalid response counts as signed out. */
export function parseSession(body: unknown): Session {
  if (!isRecord(body) || !isRecord(body.user)) return { status: "signed-out" }
  const { id, email, name, initials, avatar_url: avatar } = body.user
  if (typeof id !== "string" || typeof email !== "string") return { status: "signed-out" }
  const role = ROLES.find((candidate) => candidate === body.role) ?? "user"
  const newsroom = parseGrant(body.newsroom)
  const user: User = { id, email }
  if (typeof name === "string") user.name = name
  if (typeof initials === "string") user.initials = initials
  if (typeof avatar === "string") user.avatar = avatar
  const { unread } = body
  return {
    status: "signed-in",
    user,
    role,
    ...(newsroom && { newsroom }),
    ...(typeof unread === "number" && { unread }),
  }
}

/** Returns whether the cookie of signed-in browsers is set. Its session may have expired. */
export const isMaybeSignedIn = () => /(?:^|; )daina_signed_in=/.test(document.cookie)

const TIMEOUT_MS = 10_000

/** Returns undefined if the server responds with an error. */
async function fetchSession(): Promise<unknown> {
  const response = await fetch("/api/auth/session", { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return response.ok ? response.json() : undefined
}

/** Number of the latest read or change. Results of earlier reads are ignored. */
let latestRead = 0

/** Reads the session. If the server fails, keeps a known session; otherwise the visitor counts as signed out. */
export async function readSession(): Promise<void> {
  if (!isMaybeSignedIn()) {
    // Deletes responses that the service worker stored for the expired session.
    if ($session.get().status !== "signed-out") globalThis.caches?.delete("member").catch(() => {})
    return setSession({ status: "signed-out" })
  }
  latestRead += 1
  const readNumber = latestRead
  const body = await fetchSession().catch(() => undefined)
  if (readNumber !== latestRead) return
  if (body !== undefined) setSession(parseSession(body))
  else if ($session.get().status === "loading") {
    setSession({ status: "signed-out", isUnreachable: true })
  }
}

/** Returns whether the visitor is signed out for certain: the session is loaded, and the server can be reached. */
export const needsLogin = (session: Session): boolean =>
  session.status === "signed-out" && !session.isUnreachable

/**
 * Returns whether the next session equals the current one. A deliberate log-out stays when the session later expires.
 */
function isUnchanged(current: Session, next: Session): boolean {
  if (current.status === "signed-out" && next.status === "signed-out") {
    return (
      current.isUnreachable === next.isUnreachable && (current.isDeliberate || !next.isDeliberate)
    )
  }
  if (current.status !== "signed-in" || next.status !== "signed-in")
    return current.status === next.status
  return JSON.stringify(current) === JSON.stringify(next)
}

export function setSession(session: Session): void {
  latestRead += 1
  if (!isUnchanged($session.get(), session)) $session.set(session)
}
