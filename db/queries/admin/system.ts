/** How the site runs, for who runs it: the log of their actions, what could not be sent, what protects the data. */
import { type Db, query } from "../../client.ts"
import { countOwnAttempt } from "../accounts/attempts.ts"

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

/** How many mails were given up; 0 where that is not to be known now. */
export const failedMails = async (db: Db): Promise<number> =>
  (await db.value<number>`select mails_failed from admin_send_counts()`.catch(() => 0)) ?? 0

const SHOWN_MAX = 50

/** What failed or waits too long, the latest first, with the counts of all that is not sent. */
export async function adminSends(db: Db) {
  const [[counts], sends] = await db.batch([
    query`
      select mails_waiting, mails_failed, suggestions_waiting, suggestions_failed
      from admin_send_counts()`,
    query`
      select id, channel, kind, state, user_id, display_name, address, title, tries, last_error,
        created_at, next_try_at
      from admin_sends(${SHOWN_MAX})`,
  ])
  return { counts, sends }
}

const retriesLeft = countOwnAttempt("send_retry")

/** Which ways out there are now. */
export interface AvailableChannels {
  mail: boolean
  telegram: boolean
}

interface Tried<Outcome> {
  /** Seconds to wait when there were too many, else 0. */
  wait: number
  /** Null when it was not tried. */
  outcome: Outcome | null
}

/** Makes one due now, unless it is being sent or is due already; tells how it stands. */
export const retrySend = (db: Db, id: string, ways: AvailableChannels) => db.one<Tried<string>>`
  select wait, case when wait = 0 then retry_send(${id}, ${ways.mail}, ${ways.telegram}) end as outcome
  from ${retriesLeft}`

/** Makes all due now that failed or wait for their next try; tells how many. */
export const retryAllSends = (db: Db, ways: AvailableChannels) => db.one<Tried<number>>`
  select wait, case when wait = 0 then retry_all_sends(${ways.mail}, ${ways.telegram}) end as outcome
  from ${retriesLeft}`

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
