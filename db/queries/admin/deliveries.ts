import { type Db, query } from "../../client.ts"
import { countOwnAttemptSql } from "../accounts/attempts.ts"

/**
 * Returns an SQL table of emails and Telegram messages that were not sent, or were sent after a recent retry. If `id`
 * is set, the table has only this message, even if it was sent. Leaves out planned emails, and Telegram messages before
 * their first try. Row-level security shows rows only to super admins.
 */
const unsentMessagesSql = (id: string | null) => query`(
  select m.id, 'mail' as channel, m.kind, get_delivery_state(m) as state, m.user_id,
    get_name_for_admin(m.user_id) as display_name,
    coalesce(get_masked_email_for_admin(m.user_id), mask_secrets(s.email::text)) as address, null as title, m.tries,
    mask_secrets(m.last_error) as last_error, m.created_at, m.next_try_at, m.retried_at
  from mails m left join subscriptions s on s.id = m.subscription_id
  where get_delivery_state(m) <> 'planned' and case
    when ${id}::uuid is null then m.sent_at is null or m.retried_at > now() - interval '10 minutes'
    else m.id = ${id} end
  union all
  select s.id, 'telegram', 'suggestion', get_delivery_state(s), null, null, null, s.title, s.tries,
    mask_secrets(s.last_error), s.received_at, s.next_try_at, s.retried_at
  from suggestions s
  where (s.tries > 0 or s.sent_at is not null) and case
    when ${id}::uuid is null then s.sent_at is null or s.retried_at > now() - interval '10 minutes'
    else s.id = ${id} end
) as unsent`

const UNSENT_COUNTS_QUERY = query`
  select count(*) filter (where channel = 'mail' and state in ('waiting', 'due', 'sending')) as mails_waiting,
    count(*) filter (where channel = 'mail' and state = 'failed') as mails_failed,
    count(*) filter (where channel = 'telegram' and state in ('waiting', 'due', 'sending'))
      as suggestions_waiting,
    count(*) filter (where channel = 'telegram' and state = 'failed') as suggestions_failed
  from ${unsentMessagesSql(null)}`

/** Returns 0 if the query fails, so that a page with this number still works. */
export const countFailedMails = async (db: Db): Promise<number> =>
  (await db.value<number>`select mails_failed from (${UNSENT_COUNTS_QUERY}) as counts`.catch(
    () => 0,
  )) ?? 0

const MAX_LISTED_MESSAGES = 50

/**
 * Returns the newest unsent messages that have an error, were retried, or are at least ten minutes old. Also returns
 * the numbers of all unsent messages.
 */
export async function listUnsentMessages(db: Db) {
  const [[counts], rows] = await db.batch([
    UNSENT_COUNTS_QUERY,
    query`
      select id, channel, kind, state, user_id, display_name, address, title, tries, last_error,
        created_at, next_try_at
      from ${unsentMessagesSql(null)}
      where last_error is not null or retried_at is not null or created_at < now() - interval '10 minutes'
      order by created_at desc, id desc limit ${MAX_LISTED_MESSAGES}`,
  ])
  return { counts, sends: rows }
}

export interface ConfiguredChannels {
  mail: boolean
  telegram: boolean
}

interface RetryResult {
  /** Seconds until the next retry is allowed, or 0. */
  wait: number
  /** Number of messages that are due now; null if the limit was reached. */
  due: number | null
}

const countAndRetryQuery = (
  id: string | null,
  { mail, telegram }: ConfiguredChannels,
) => query<RetryResult>`
  select wait, case when wait = 0 then retry_unsent_messages(${id}, ${mail}, ${telegram}) end as due
  from ${countOwnAttemptSql("send-retry")}`

export async function retryMessage(db: Db, id: string, channels: ConfiguredChannels) {
  const [[retry], [message]] = await db.batch([
    countAndRetryQuery(id, channels),
    query<{
      channel: keyof ConfiguredChannels
      state: string
    }>`select channel, state from ${unsentMessagesSql(id)}`,
  ])
  const isUnavailable = message && message.state !== "sent" && !channels[message.channel]
  return { wait: retry?.wait ?? 0, state: isUnavailable ? "unavailable" : message?.state }
}

export async function retryAllMessages(db: Db, channels: ConfiguredChannels): Promise<RetryResult> {
  const [[retry]] = await db.batch([countAndRetryQuery(null, channels)])
  return retry ?? { wait: 0, due: 0 }
}
