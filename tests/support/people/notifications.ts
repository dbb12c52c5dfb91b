/** Preferences of notifications. */
import type { Db } from "../../../db/client.ts"
import type { Topic } from "../../../src/features/notifications/topics.ts"

/** Turns a member's emails of a topic on or off. */
export const setEmails = (db: Db, member: string, topic: Topic, isOn: boolean) => db.one`
  insert into notification_preferences (user_id, topic, email) values (${member}, ${topic}, ${isOn})
  on conflict (user_id, topic) do update set email = excluded.email`
