/** Sessions. A token is known to the database by its SHA-256 alone, given here in hexadecimal. */
import type { Db } from "../client.ts"

export type Role = "user" | "admin" | "super_admin"

export interface SessionRow {
  user_id: string
  email: string
  role: Role
  /** The device's id in the member's list. */
  session_id: string
  remember: boolean
  expires_at: string
}

/** The session of a token, expired or not, or null. */
export const sessionByToken = (db: Db, hash: string) => db.one<SessionRow>`
  select user_id, email, role, session_id, remember, expires_at
  from session_by_token(decode(${hash}, 'hex'))`

/** Opens a session for the viewer. */
export async function openSession(
  db: Db,
  session: {
    hash: string
    userId: string
    remember: boolean
    userAgent: string | null
    expiresAt: string
  },
): Promise<void> {
  await db.one`
    insert into sessions (token_hash, user_id, remember, user_agent, expires_at)
    values (decode(${session.hash}, 'hex'), ${session.userId}, ${session.remember},
      ${session.userAgent}, ${session.expiresAt})`
}

/** Lengthens a session that has not expired. */
export async function extendSession(db: Db, hash: string, until: string): Promise<void> {
  await db.one`select extend_session(decode(${hash}, 'hex'), ${until}::timestamptz)`
}

/** Ends the session of a token. */
export async function endSession(db: Db, hash: string): Promise<void> {
  await db.one`select end_session(decode(${hash}, 'hex'))`
}

/** Ends all sessions of the viewer. */
export async function endOwnSessions(db: Db): Promise<void> {
  await db.one`delete from sessions where user_id = current_viewer()`
}

/** Removes what has run out. */
export async function deleteExpiredSessions(db: Db): Promise<void> {
  await db.one`select delete_expired_sessions()`
}
