/** Topics of notifications and emails: the rows of a member's preferences. */

/** Topics in the order of the preferences. Must match `list_notification_topics()` in db/functions/31_notifications.sql. */
export const TOPICS = [
  "team_post",
  "new_event",
  "join_request",
  "join_answer",
  "team_role",
  "event_place",
  "event_change",
  "event_reminder",
  "event_message",
  "idea_answer",
  "comment",
  "moderation",
  "newsroom",
  "weekly_digest",
] as const

export type Topic = (typeof TOPICS)[number]

export const isTopic = (topic: unknown): topic is Topic => TOPICS.some((known) => known === topic)
