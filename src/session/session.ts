/** The visitor's session. It is loading until the first answer. */
import { atom } from "nanostores"
import { LOCALES } from "../i18n/locales.ts"
import type { NewsroomGrant } from "../schema/roles.ts"
import { isRecord } from "../shared/json.ts"

export type Role = "user" | "admin" | "super_admin"

export interface User {
  id: string
  email: string
  /** Initials of the display name; missing without a profile and right after signing in. */
  initials?: string
  avatar?: string
}

export type Session =
  | { status: "loading" }
  | {
      status: "signed-in"
      user: User
      role: Role
      /** Newsroom access; super admins are editors. */
      newsroom?: NewsroomGrant
      /** Number of unread groups of notifications, at most ten; absent for none. */
      unread?: number
    }
  /**
   * `isDeliberate`: the member signed out or deleted the account, in this tab or another; false for an expired session.
   * `isUnreachable`: the server did not answer, so the session may still exist.
   */
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

/** Parses the session in an answer's body; signed out unless it contains a valid user. */
export function parseSession(body: unknown): Session {
  if (!isRecord(body) || !isRecord(body.user)) return { status: "signed-out" }
  const { id, email, initials, avatar_url: avatar } = body.user
  if (typeof id !== "string" || typeof email !== "string") return { status: "signed-out" }
  const role = ROLES.find((known) => known === body.role) ?? "user"
  const newsroom = parseGrant(body.newsroom)
  const user: User = { id, email }
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

/** Returns whether the visitor may have a session: scripts can read this cookie, but not the session cookie. */
export const isMaybeSignedIn = () => /(?:^|; )daina_signed_in=/.test(document.cookie)

const TIMEOUT_MS = 10_000

/** Returns the body of the answer, undefined after an error status. */
async function fetchSession(): Promise<unknown> {
  const response = await fetch("/api/auth/session", { signal: AbortSignal.timeout(TIMEOUT_MS) })
  return response.ok ? response.json() : undefined
}

/** Number of the latest read or change. The answer to an earlier read is ignored. */
let latestRead = 0

/** Reads the session from the API. A known session stays if the server cannot be reached. */
export async function readSession(): Promise<void> {
  if (!isMaybeSignedIn()) {
    // Deletes the answers that the service worker stored for an expired session. This may fail while the page closes.
    if ($session.get().status !== "signed-out") globalThis.caches?.delete("member").catch(() => {})
    return setSession({ status: "signed-out" })
  }
  latestRead += 1
  const current = latestRead
  const body = await fetchSession().catch(() => undefined)
  if (current !== latestRead) return
  if (body !== undefined) setSession(parseSession(body))
  else if ($session.get().status === "loading") {
    setSession({ status: "signed-out", isUnreachable: true })
  }
}

/** Returns whether the visitor certainly has to log in. */
export const needsLogin = (session: Session): boolean =>
  session.status === "signed-out" && !session.isUnreachable

/** Returns whether the session `next` adds nothing to `current`. */
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
