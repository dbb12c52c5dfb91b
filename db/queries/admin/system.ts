import type { Db } from "../../client.ts"
import { type LogPageQuery, toLogPage } from "../paging.ts"

interface AuditQuery extends LogPageQuery {
  /** Start of the action, such as `news.`; empty for all. */
  action: string
  actor: string | null
  target: string | null
  /** ISO times; null for no limit. */
  since: string | null
  until: string | null
}

/** Returns an empty page unless the viewer is a super admin. `actor_id` is null for scripts and schedules. */
export async function listAuditEntries(db: Db, params: AuditQuery) {
  const rows = await db.many<{ id: number }>`
    select id, at, actor_id, coalesce(actor_name, get_name_for_admin(actor_id)) as actor_name, action, target_id,
      coalesce(target_name, case
        when action like 'suggestions.%' then (select title from suggestions s where s.id = target_id)
        when action ~ '^(users|user_roles|news_grants|profiles)\\.' then get_name_for_admin(target_id)
      end) as target_name,
      before, after, reason
    from audit_log
    where (${params.action} = '' or starts_with(action, ${params.action}))
      and (${params.actor}::uuid is null or actor_id = ${params.actor})
      and (${params.target}::uuid is null or target_id = ${params.target})
      and (${params.since}::timestamptz is null or at >= ${params.since})
      and (${params.until}::timestamptz is null or at < ${params.until})
      and (${params.cursor}::bigint is null or id < ${params.cursor})
    order by id desc
    limit ${params.limit + 1}`
  return toLogPage(rows, params.limit)
}

export const countOpenTasks = (db: Db) =>
  db.one<{ newcomers: number; reports: number; suggestions: number }>`
    select newcomers, reports, suggestions from count_admin_tasks()`

/**
 * `bare_tables` is the number of tables without row-level security (RLS). `is_bound` is true if RLS limits the current
 * role.
 */
export const getRowLevelSecurity = (db: Db) => db.one<{ bare_tables: number; is_bound: boolean }>`
  select
    (
      select count(*)::integer from pg_class c
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relrowsecurity
    ) as bare_tables,
    (
      select not (r.rolsuper or r.rolbypassrls) from pg_roles r where r.rolname = current_user
    ) as is_bound`
