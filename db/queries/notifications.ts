/** Notifications in the "bell" of the site. Functions in db/functions/31_notifications.sql write them. */

import {
  MAX_MARKED_IDS,
  type MarkRead,
  type Notification,
  type Opened,
  type Preference,
  type PreferenceChange,
} from "../../src/features/notifications/schema.ts"
import { OPENED_TOPICS, type Topic } from "../../src/features/notifications/topics.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import { type Db, query } from "../client.ts"
import { type Page, type Position, toPage } from "./paging.ts"

/**
 * Returns a page of the viewer's notifications.
 * If titles of events and articles are translated into `locale`, uses the translations.
 */
export async function listNotifications(
  db: Db,
  locale: Locale,
  { limit, cursor }: { limit: number; cursor: Position | null },
): Promise<Page<Notification>> {
  const [time, id] = cursor ?? [null, null]
  const rows = await db.many<Notification>`
    select n.id, n.kind, n.reasons, n.happened_at, n.read_at is null as is_unread,
      jsonb_strip_nulls(content.subject) as subject
    from notifications n,
      -- \`offset 0\` makes Postgres evaluate the subject once per row.
      lateral (select get_notification_subject(n, ${locale}) as subject offset 0) as content
    where n.user_id = (select current_viewer()) and n.in_bell and content.subject is not null
      and (${time}::timestamptz is null or (n.happened_at, n.id) < (${time}::timestamptz, ${id}::uuid))
    order by n.happened_at desc, n.id desc
    limit ${limit + 1}`
  return toPage(rows, limit, (row) => [row.happened_at, row.id])
}

export const countUnreadNotifications = async (db: Db): Promise<number> =>
  (await db.value<number>`select count_unread_notifications()`) ?? 0

/**
 * Marks the viewer's notifications up to the time `until` as read or unread. With `ids`, marks only these notifications.
 * Returns the new number of unread notifications and at most `MAX_MARKED_IDS` ids of changed notifications.
 */
export async function markNotifications(db: Db, { ids, until, is_read }: MarkRead) {
  const [changed, [count]] = await db.batch([
    query<{ id: string }>`
      update notifications set read_at = case when ${is_read} then now() end
      where user_id = (select current_viewer()) and in_bell and (read_at is null) = ${is_read}
        and happened_at <= ${until} and (${ids ?? null}::uuid[] is null or id = any(${ids ?? null}::uuid[]))
      returning id`,
    query<{ unread: number }>`select count_unread_notifications() as unread`,
  ])
  return {
    changed: changed.slice(0, MAX_MARKED_IDS).map(({ id }) => id),
    unread: count?.unread ?? 0,
  }
}

/** Marks the viewer's notifications about the opened items (`ids`) as read. `part` is the opened part of a page. */
export async function markOpenedNotifications(db: Db, { part, ids }: Opened) {
  const [, [count]] = await db.batch([
    query`
      select mark_opened_notifications(${[...OPENED_TOPICS[part]]}::text[], ${ids}::uuid[])`,
    query<{ unread: number }>`select count_unread_notifications() as unread`,
  ])
  return { unread: count?.unread ?? 0 }
}

const PREFERENCES_QUERY = query<Preference>`
  select t.topic, coalesce(p.bell, t.bell) as bell, coalesce(p.email, t.email) as email,
    coalesce(p.push, t.push) as push
  from list_notification_topics() t
  left join notification_preferences p on p.topic = t.topic and p.user_id = (select current_viewer())`

/** The channels are `bell`, `email` and `push`; a channel that the topic does not have is null. */
export const listPreferencesOfViewer = (db: Db) => db.many<Preference>`${PREFERENCES_QUERY}`

export async function changePreference(db: Db, topic: Topic, change: PreferenceChange) {
  const { bell = null, email = null, push = null } = change
  const [, [preference]] = await db.batch([
    query`
      insert into notification_preferences as p (user_id, topic, bell, email, push)
      select current_viewer(), t.topic, case when t.bell is not null then ${bell}::boolean end,
        case when t.email is not null then ${email}::boolean end,
        case when t.push is not null then ${push}::boolean end
      from list_notification_topics() t where t.topic = ${topic}
      on conflict (user_id, topic) do update
      set bell = coalesce(excluded.bell, p.bell), email = coalesce(excluded.email, p.email),
        push = coalesce(excluded.push, p.push)`,
    query<Preference>`${PREFERENCES_QUERY} where t.topic = ${topic}`,
  ])
  return preference
}
