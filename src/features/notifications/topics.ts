/** Topics of notifications and emails. Members have settings for each topic. */

/** Topics in the order of the settings. `list_notification_topics()` (31_notifications.sql) has the same list. */
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

export const isTopic = (topic: unknown): topic is Topic =>
  TOPICS.some((candidate) => candidate === topic)
