/** How the site runs, for who runs it: the log of their actions, what protects the data. */
import type { Db } from "../../client.ts"

export interface AuditQuery {
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

/**
 * One page of the audit log, which nobody changes, the latest first; a stranger's is empty. An action is its
 * table and what was done to a row of it (`news.update`); an actor is null for a script of the owner's, their
 * name, too, when they have left. Names are as they were then, of old entries as they are now.
 */
export async function auditPage(db: Db, asked: AuditQuery) {
  const rows = await db.many<{ id: number }>`
    select id, at, actor_id, coalesce(actor_name, member_name(actor_id)) as actor_name, action, target_id,
      coalesce(target_name, case
        when action like 'suggestions.%' then (select title from suggestions s where s.id = target_id)
        when action ~ '^(users|user_roles|news_grants|profiles)\\.' then member_name(target_id)
      end) as target_name,
      before, after, reason
    from audit_log
    where (${asked.action} = '' or starts_with(action, ${asked.action}))
      and (${asked.actor}::uuid is null or actor_id = ${asked.actor})
      and (${asked.target}::uuid is null or target_id = ${asked.target})
      and (${asked.since}::timestamptz is null or at >= ${asked.since})
      and (${asked.until}::timestamptz is null or at < ${asked.until})
      and (${asked.cursor}::bigint is null or id < ${asked.cursor})
    order by id desc
    limit ${asked.limit + 1}`
  const shown = rows.slice(0, asked.limit)
  return { rows: shown, next: rows.length > asked.limit ? shown.at(-1)?.id : undefined }
}

/** What waits for a super admin: newcomers' teams and posts, what was reported, and unread suggestions. */
export const adminWaiting = (db: Db) =>
  db.one<{ newcomers: number; reports: number; suggestions: number }>`
    select newcomers, reports, suggestions from admin_waiting()`

/** How the policies hold for this login: tables of ours without them, and whether it could pass them by. */
export const rowLevelSecurity = (db: Db) => db.one<{ bare_tables: number; is_bound: boolean }>`
  select
    (
      select count(*)::integer from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relrowsecurity
    ) as bare_tables,
    (
      select not (r.rolsuper or r.rolbypassrls) from pg_roles r where r.rolname = current_user
    ) as is_bound`
