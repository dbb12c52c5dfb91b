import type { OpenedPart } from "../../session/mark-notifications-read.ts"

/** Groups of notification kinds. `list_notification_topics()` (31_notifications.sql) has the same list. */
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
  "mention",
  "release",
  "chart",
  "moderation",
  "newsroom",
  "weekly_digest",
] as const

export type Topic = (typeof TOPICS)[number]

/** Topics of each part of a page. When a member opens the part, notifications of these topics about the shown items are marked as read. */
export const OPENED_TOPICS = {
  content: [
    "team_post",
    "new_event",
    "event_place",
    "event_change",
    "event_reminder",
    "event_message",
  ],
  comments: ["comment", "mention"],
  requests: ["join_request"],
  team: ["join_answer", "team_role"],
  releases: ["release"],
} as const satisfies Record<OpenedPart, readonly Topic[]>

export const isTopic = (topic: unknown): topic is Topic =>
  TOPICS.some((candidate) => candidate === topic)
