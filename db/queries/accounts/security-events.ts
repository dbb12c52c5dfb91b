import type {
  SecurityEvent,
  SecurityEventKind,
} from "../../../src/features/admin/security/event.ts"
import { type Db, type Query, query } from "../../client.ts"
import { type LogPageQuery, toLogPage } from "../paging.ts"

/**
 * Kinds of events that the server records.
 * Database triggers record all other kinds, which SECURITY_EVENTS describes.
 */
export type RecordedEvent = "sign_in_failed" | "code_failed" | "refused"

/** `has_alert` is true if alert emails to the super admins were queued. */
export const recordSecurityEventQuery = (
  kind: RecordedEvent,
  member: string | null,
  address: string | null,
): Query<{ has_alert: boolean }> =>
  query`select record_security_event(${kind}, ${member}, ${address}) as has_alert`

const BATCH_SIZE = 200

export const claimUnloggedEventsQuery = (): Query<Omit<SecurityEvent, "display_name">> =>
  query`
    select id, kind, user_id, caller, detail, at, last_at, count
    from claim_unlogged_security_events(${BATCH_SIZE})`

interface SecurityQuery extends LogPageQuery {
  kind: SecurityEventKind | null
  member: string | null
}

/** Returns an empty page unless the viewer is a super admin. */
export async function listSecurityEvents(db: Db, { kind, member, cursor, limit }: SecurityQuery) {
  const rows = await db.many<SecurityEvent>`
    select id, kind, user_id, get_name_for_admin(user_id) as display_name, caller, detail, at, last_at, count
    from security_events
    where (${kind}::text is null or kind = ${kind}) and (${member}::uuid is null or user_id = ${member})
      and (${cursor}::bigint is null or id < ${cursor})
    order by id desc
    limit ${limit + 1}`
  return toLogPage(rows, limit)
}
