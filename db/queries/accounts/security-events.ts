/** The log of security events: what is noted, told to the log of the process, and shown to super admins. */
import type {
  SecurityEvent,
  SecurityEventKind,
} from "../../../src/features/admin/security/event.ts"
import { type Db, type Query, query } from "../../client.ts"

/** What the functions of the site note; triggers note the rest. */
export type RecordedEvent = "sign_in_failed" | "code_failed" | "refused"

/** Notes an event, and tells whether it had an alert made; null for a member or an address that is not known. */
export const recordSecurityEvent = (
  kind: RecordedEvent,
  member: string | null,
  address: string | null,
): Query<{ alerts: boolean }> =>
  query`select note_security_event(${kind}, ${member}, ${address}) as alerts`

const LOGGED_AT_ONCE = 200

/** What the log of the process was not told yet, so many at once. */
export const takeUnloggedEvents = (): Query<Omit<SecurityEvent, "display_name">> =>
  query`
    select id, kind, user_id, caller, detail, at, last_at, count
    from take_security_events(${LOGGED_AT_ONCE})`

/** Removes what is 90 days old. */
export const deleteOldSecurityEvents = (db: Db) => db.one`select delete_old_security_events()`

export interface SecurityQuery {
  kind: SecurityEventKind | null
  member: string | null
  /** The id of the last row seen. */
  cursor: number | null
  limit: number
}

/** One page of the log, the latest first; empty for anybody but super admins. */
export async function securityPage(db: Db, { kind, member, cursor, limit }: SecurityQuery) {
  const rows = await db.many<SecurityEvent>`
    select id, kind, user_id, member_name(user_id) as display_name, caller, detail, at, last_at, count
    from security_events
    where (${kind}::text is null or kind = ${kind}) and (${member}::uuid is null or user_id = ${member})
      and (${cursor}::bigint is null or id < ${cursor})
    order by id desc
    limit ${limit + 1}`
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? shown.at(-1)?.id : undefined }
}
