/** Sessions. A token is known to the database by its SHA-256 alone, given here in hexadecimal. */
import { type Db, type Query, query } from "../client.ts"

export type Role = "user" | "admin" | "super_admin"

export type SignInMethod = "password" | "google"

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
  /** Seconds until the member may write again, 0 when they may now. */
  wait: number
}

/** The session of a token, expired or not, or null; a write counts towards the member's limit. */
export const sessionByToken = (db: Db, hash: string, isWrite: boolean) => db.one<SessionRow>`
  select user_id, email, role, session_id, remember, expires_at, method, created_at, wait
  from session_by_token(decode(${hash}, 'hex'), ${isWrite})`

/** More devices than anybody has; the longest unused goes for one more. */
const DEVICES_MAX = 50

export interface NewSession {
  hash: string
  userId: string
  remember: boolean
  method: SignInMethod
  userAgent: string | null
  expiresAt: string
}

/** Opens a session for the viewer, after what else belongs into the same transaction. */
export async function openSession(db: Db, session: NewSession, before: Query<unknown>[]) {
  await db.batch([
    ...before,
    query`
      delete from sessions where user_id = current_viewer() and id in (
        select id from sessions where user_id = current_viewer()
        order by last_seen_at desc, created_at desc offset ${DEVICES_MAX - 1}
      )`,
    query`
      insert into sessions (token_hash, user_id, remember, method, user_agent, expires_at)
      values (decode(${session.hash}, 'hex'), ${session.userId}, ${session.remember},
        ${session.method}, ${session.userAgent}, ${session.expiresAt})`,
  ])
}

/** Lengthens a session that has not expired. */
export async function extendSession(db: Db, hash: string, until: string): Promise<void> {
  await db.one`select extend_session(decode(${hash}, 'hex'), ${until}::timestamptz)`
}

/** Ends the session of a token. */
export const endingOf = (hash: string): Query<unknown> =>
  query`select end_session(decode(${hash}, 'hex'))`

/** Ends the session of a token. */
export async function endSession(db: Db, hash: string): Promise<void> {
  await db.batch([endingOf(hash)])
}

/** Ends all sessions of the viewer. */
export async function endOwnSessions(db: Db): Promise<void> {
  await db.one`delete from sessions where user_id = current_viewer()`
}

export interface Device {
  id: string
  user_agent: string | null
  method: SignInMethod
  remember: boolean
  created_at: string
  last_seen_at: string
}

/** Where the viewer is signed in, the last used first. */
export const ownDevices = (db: Db) => db.many<Device>`
  select id, user_agent, method, remember, created_at, last_seen_at from sessions
  where user_id = current_viewer() and expires_at > now()
  order by last_seen_at desc, created_at desc, id`

/** Ends one of the viewer's sessions; false when there is none of that id. */
export async function endDevice(db: Db, id: string): Promise<boolean> {
  const row = await db.one<{ id: string }>`
    delete from sessions where user_id = current_viewer() and id = ${id} returning id`
  return row !== null
}

/** Ends the viewer's sessions except this one. */
export async function endOtherDevices(db: Db, id: string): Promise<void> {
  await db.one`delete from sessions where user_id = current_viewer() and id <> ${id}`
}

/** Removes what has run out. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.one`select delete_expired_sessions()`
}
