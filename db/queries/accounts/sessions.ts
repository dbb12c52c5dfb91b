/** Sessions. A token is known to the database by its SHA-256 alone, given here in hexadecimal. */
import type { NewsroomGrant } from "../../../src/schema/roles.ts"
import { type Db, type Query, query } from "../../client.ts"

export type Role = "user" | "admin" | "super_admin"

export type SignInMethod = "password" | "google" | "passkey"

export interface SessionRow {
  user_id: string
  email: string
  role: Role
  /** The device's id in the member's list. */
  session_id: string
  remember: boolean
  expires_at: string
  method: SignInMethod
  created_at: string
  /** When they last showed that it is them. */
  authenticated_at: string
  /** Seconds until the member may write again, 0 when they may now. */
  wait: number
  newsroom: NewsroomGrant | null
  /** As the member sees them; null without a profile. */
  display_name: string | null
  avatar_url: string | null
  /** What makes statements of this call the member's. */
  claim: string
  /** Until when they may go without the second factor that their role demands; null where that is no matter. */
  factor_due_at: string | null
}

/**
 * The session of a token, expired or not, or null; a write counts towards the member's limit. On a public
 * site a demo account whose password is published has none.
 */
export const sessionByToken = (db: Db, hash: string, isWrite: boolean, isPublic: boolean) =>
  db.one<SessionRow>`
    select user_id, email, role, session_id, remember, expires_at, method, created_at, authenticated_at,
      wait, newsroom, display_name, avatar_url, factor_due_at, viewer_claim(user_id) as claim
    from session_by_token(decode(${hash}, 'hex'), ${isWrite})
    where not (${isPublic} and has_published_password(user_id))`

/** Fails for a demo account whose password is published; for the transaction that opens its session. */
export const refusePublishedPassword = (userId: string): Query<unknown> =>
  query`select refuse_published_password(${userId})`

/** Fails for an account with a second factor; for the transaction that opens a session without it. */
export const requireOneFactor = (userId: string): Query<unknown> =>
  query`select require_one_factor(${userId})`

/** More devices than anybody has; the longest unused goes for one more. */
const DEVICES_MAX = 50
/** Browsers to sign in with, known again for 180 days. */
const KNOWN_DEVICES_MAX = 10

export interface NewSession {
  hash: string
  userId: string
  remember: boolean
  method: SignInMethod
  userAgent: string | null
  /** The hash of the browser's own token, in hexadecimal: it is known from then on. */
  knownDevice: string
  /** Whether the member hears of a browser that was not known. */
  notifiesOfNewDevice: boolean
  expiresAt: string
}

/** Opens a session for the viewer, after what else belongs into the same transaction. */
export const openSession = (db: Db, session: NewSession, before: Query<unknown>[]) =>
  db.batch([
    ...before,
    query`
      delete from sessions where user_id = current_viewer() and id in (
        select id from sessions where user_id = current_viewer()
        order by last_seen_at desc, created_at desc offset ${DEVICES_MAX - 1}
      )`,
    query`
      select know_device(
        decode(${session.knownDevice}, 'hex'), ${session.userAgent}, ${session.notifiesOfNewDevice})`,
    query`
      delete from known_devices where user_id = current_viewer() and token_hash not in (
        select token_hash from known_devices where user_id = current_viewer()
        order by last_used_at desc, created_at desc limit ${KNOWN_DEVICES_MAX}
      )`,
    query`
      insert into sessions (token_hash, user_id, remember, method, user_agent, expires_at)
      values (decode(${session.hash}, 'hex'), ${session.userId}, ${session.remember},
        ${session.method}, ${session.userAgent}, ${session.expiresAt})`,
  ])

/** Lengthens a session that has not expired. */
export const extendSession = (db: Db, hash: string, until: string) =>
  db.one`select extend_session(decode(${hash}, 'hex'), ${until}::timestamptz)`

/** Ends the session of a token. */
export const endSession = (hash: string): Query<unknown> =>
  query`select end_session(decode(${hash}, 'hex'))`

/** Where the viewer is signed in, the last used first. */
export const ownDevices = (db: Db) => db.many<{ id: string }>`
  select id, user_agent, method, remember, created_at, last_seen_at from sessions
  where user_id = current_viewer() and expires_at > now()
  order by last_seen_at desc, created_at desc, id`

/** Ends one of the viewer's sessions; false when there is none of that id. */
export const endDevice = async (db: Db, id: string): Promise<boolean> =>
  (await db.one`
    delete from sessions where user_id = current_viewer() and id = ${id} returning id`) !== null

/** Ends the viewer's sessions except this one, and knows no other browser any more (by its token's hash). */
export const endOtherDevices = (db: Db, id: string, known: string | null) =>
  db.batch([
    query`delete from sessions where user_id = current_viewer() and id <> ${id}`,
    query`
      delete from known_devices where user_id = current_viewer()
        and token_hash is distinct from decode(${known}, 'hex')`,
  ])

/** Removes what has run out, known devices too. */
export const deleteExpiredSessions = (db: Db) => db.one`select delete_expired_sessions()`

/** Signs with a new key from now on, where the present one is a day old. */
export const renewViewerKeys = (db: Db) => db.one`select renew_viewer_keys()`
