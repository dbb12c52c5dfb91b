/** Sessions are identified by the hash of their token. Hashes are SHA-256 in hexadecimal. */
import type { NewsroomGrant } from "../../../src/schema/roles.ts"
import { type Db, type Query, query } from "../../client.ts"

export type Role = "user" | "admin" | "super_admin"

export type SignInMethod = "password" | "google" | "passkey"

export interface SessionRow {
  user_id: string
  email: string
  role: Role
  session_id: string
  remember: boolean
  expires_at: string
  method: SignInMethod
  created_at: string
  /** ISO time of the log-in, or the last time at which the member confirmed their identity again. */
  authenticated_at: string
  /** Seconds until the member may write again, or 0. Reads are not limited. */
  wait: number
  /** Rights in the newsroom; super admins have the rights of an editor. */
  newsroom: NewsroomGrant | null
  display_name: string | null
  avatar_url: string | null
  /** Signed claim for row-level security. */
  claim: string
  /** ISO time by which the member must set up a second factor; null if none is missing. */
  factor_due_at: string | null
}

/**
 * Returns the session even if it has expired. Returns null for a demo account with the published password on a public
 * site.
 */
export const findSession = (
  db: Db,
  hash: string,
  { isWrite, isPublicSite }: { isWrite: boolean; isPublicSite: boolean },
) =>
  db.one<SessionRow>`
    select user_id, email, role, session_id, remember, expires_at, method, created_at, authenticated_at,
      wait, newsroom, display_name, avatar_url, factor_due_at, create_viewer_claim(user_id) as claim
    from find_session(decode(${hash}, 'hex'), ${isWrite})
    where not (${isPublicSite} and has_published_password(user_id))`

export const refusePublishedPasswordQuery = (userId: string): Query<unknown> =>
  query`select refuse_published_password(${userId})`

export const requireNoSecondFactorQuery = (userId: string): Query<unknown> =>
  query`select require_no_second_factor(${userId})`

/** Sessions per member. One more ends the least recently used session. */
const MAX_SESSIONS = 50
/** Known browsers per member. Each stays known for 180 days after its last log-in. */
const MAX_KNOWN_DEVICES = 10

export interface NewSession {
  hash: string
  userId: string
  remember: boolean
  method: SignInMethod
  userAgent: string | null
  deviceHash: string
  /** Whether the member gets an email if this browser is new. */
  notifiesOfNewDevice: boolean
  expiresAt: string
}

export const openSession = (db: Db, session: NewSession, queriesBefore: Query<unknown>[]) =>
  db.batch([
    ...queriesBefore,
    query`
      delete from sessions where user_id = current_viewer() and id in (
        select id from sessions where user_id = current_viewer()
        order by last_seen_at desc, created_at desc offset ${MAX_SESSIONS - 1}
      )`,
    query`
      select remember_device(
        decode(${session.deviceHash}, 'hex'), ${session.userAgent}, ${session.notifiesOfNewDevice})`,
    query`
      delete from known_devices where user_id = current_viewer() and token_hash not in (
        select token_hash from known_devices where user_id = current_viewer()
        order by last_used_at desc, created_at desc limit ${MAX_KNOWN_DEVICES}
      )`,
    query`
      insert into sessions (token_hash, user_id, remember, method, user_agent, expires_at)
      values (decode(${session.hash}, 'hex'), ${session.userId}, ${session.remember},
        ${session.method}, ${session.userAgent}, ${session.expiresAt})`,
  ])

export const extendSession = (db: Db, hash: string, until: string) =>
  db.one`select extend_session(decode(${hash}, 'hex'), ${until}::timestamptz)`

export const endSessionQuery = (hash: string): Query<unknown> =>
  query`select end_session(decode(${hash}, 'hex'))`

export const listOwnDevices = (db: Db) => db.many<{ id: string }>`
  select id, user_agent, method, remember, created_at, last_seen_at from sessions
  where user_id = current_viewer() and expires_at > now()
  order by last_seen_at desc, created_at desc, id`

export const endDevice = async (db: Db, id: string): Promise<boolean> =>
  (await db.one`
    delete from sessions where user_id = current_viewer() and id = ${id} returning id`) !== null

/**
 * Ends all sessions except `id`, and deletes all known browsers except this browser. `knownDevice` is the hash of the
 * token in its cookie.
 */
export const endOtherDevices = (db: Db, id: string, knownDevice: string | null) =>
  db.batch([
    query`delete from sessions where user_id = current_viewer() and id <> ${id}`,
    query`
      delete from known_devices where user_id = current_viewer()
        and token_hash is distinct from decode(${knownDevice}, 'hex')`,
  ])

export const renewViewerKeys = (db: Db) => db.one`select renew_viewer_keys()`
