import type { Database, Db } from "../../../db/client.ts"
import type { Topic } from "../../../src/features/notifications/topics.ts"
import type { TestUser } from "../factories.ts"

export const setEmails = (db: Db, member: string, topic: Topic, value: "on" | "off") => db.one`
  insert into notification_preferences (user_id, topic, email)
  values (${member}, ${topic}, ${value === "on"})
  on conflict (user_id, topic) do update set email = excluded.email`

interface NotificationRow {
  kind: string
  topic: string
  count: number
  reasons: string[]
  is_unread: boolean
}

export function makeNotificationHelpers(db: Db, app: Database) {
  /** Returns all notifications of a member, the newest first, including those that the member may not see. */
  const listRows = ({ id }: TestUser) => db.many<NotificationRow>`
    select kind, topic, count, reasons, read_at is null as is_unread from notifications
    where user_id = ${id} order by happened_at desc, kind`
  return {
    listRows,
    listKinds: async (member: TestUser) => (await listRows(member)).map(({ kind }) => kind),
    listSubjects: async ({ id }: TestUser, locale = "en") => {
      const rows = await app.as({ userId: id }).many<{ subject: object | null }>`
        select get_notification_subject(n, ${locale}) as subject from notifications n order by happened_at desc`
      return rows.flatMap(({ subject }) => subject ?? [])
    },
    countUnread: ({ id }: TestUser) =>
      app.as({ userId: id }).value<number>`select count_unread_notifications()`,
    markAllRead: ({ id }: TestUser) => db.one`
      update notifications set read_at = now() where user_id = ${id}`,
  }
}
