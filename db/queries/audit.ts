/** The log of what was done by who runs the site. Nobody changes it; super admins read it. */
import type { Db } from "../client.ts"

export interface AuditRow {
  id: number
  at: string
  /** Null for what no member did, such as a script of the owner's. */
  actor_id: string | null
  /** Null, too, when they have left. */
  actor_name: string | null
  /** The table and what was done to a row of it: `news.update`, `users.block`. */
  action: string
  target_id: string | null
  /** What its own row does not say: the member, or what was reported or suggested. Null once they are gone. */
  target_name: string | null
  /** The row before and after, without long texts; null where there was none, or it was personal. */
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  reason: string | null
}

export interface AuditAsk {
  /** What the action begins with, such as `news.`; empty for all. */
  action: string
  actor: string | null
  target: string | null
  /** ISO moments; null for no limit. */
  since: string | null
  until: string | null
  /** The id of the last row seen. */
  cursor: number | null
  limit: number
}

/** One page of the log, the latest first; a stranger's is empty. */
export async function auditPage(db: Db, ask: AuditAsk) {
  const rows = await db.many<AuditRow>`
    select id, at, actor_id, member_name(actor_id) as actor_name, action, target_id,
      case split_part(action, '.', 1)
        when 'users' then member_name(target_id)
        when 'user_roles' then member_name(target_id)
        when 'profiles' then member_name(target_id)
        when 'suggestions' then (select title from suggestions s where s.id = target_id)
        when 'reports' then coalesce(
          (select name from teams t where t.id = (after ->> 'target_id')::uuid),
          (select title from team_posts p where p.id = (after ->> 'target_id')::uuid),
          member_name((after ->> 'target_id')::uuid))
      end as target_name,
      before, after, reason
    from audit_log
    where (${ask.action} = '' or starts_with(action, ${ask.action}))
      and (${ask.actor}::uuid is null or actor_id = ${ask.actor})
      and (${ask.target}::uuid is null or target_id = ${ask.target})
      and (${ask.since}::timestamptz is null or at >= ${ask.since})
      and (${ask.until}::timestamptz is null or at < ${ask.until})
      and (${ask.cursor}::bigint is null or id < ${ask.cursor})
    order by id desc
    limit ${ask.limit + 1}`
  const more = rows.length > ask.limit
  const shown = rows.slice(0, ask.limit)
  return { rows: shown, next: more ? shown.at(-1)?.id : undefined }
}
