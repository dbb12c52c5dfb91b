/** Notifications and the topics of their preferences. docs/add-a-notification.md lists the steps for a new kind. */
import * as z from "zod/mini"

/** Kinds of notifications. Must match `list_notification_kinds()` in db/functions/31_notifications.sql. */
export const NOTIFICATION_KINDS = [
  "team_post",
  "new_event",
  "join_request",
  "join_approved",
  "join_declined",
  "team_admin",
  "team_owner",
  "team_heir",
  "team_removed",
  "team_deleted",
  "event_place",
  "event_offer",
  "event_offer_over",
  "event_group",
  "event_removed",
  "event_helper",
  "event_released",
  "event_changed",
  "event_cancelled",
  "event_reminder",
  "event_message",
  "idea_answered",
  "comment",
  "report_received",
  "report_hidden",
  "report_dismissed",
  "content_hidden",
  "newcomer_approved",
  "news_ready",
  "newsroom_access",
] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Why a member gets a notification about new content: they belong to the team, or follow it or the country. */
export const REASONS = ["member", "team", "country"] as const

/** The bell shows "9+" for more unread groups. */
export const UNREAD_SHOWN_MAX = 9

const text = z.optional(z.string())

/** The content of a notification, as `get_notification_subject()` returns it. Absent fields are unknown or not visible. */
export const notificationSubject = z.object({
  id: text,
  title: text,
  slug: text,
  /** Name of the team. */
  team: text,
  /** Number of new things that the member may see. */
  count: z.optional(z.number()),
  /** Name of the member who would like to join. */
  member: text,
  start_date: text,
  time_zone: text,
  is_all_day: z.optional(z.boolean()),
  /** The kind of content that was commented on, and the newest comment. */
  commented: z.optional(z.enum(["article", "post", "event"])),
  comment: text,
  /** True for a deleted event. */
  is_gone: z.optional(z.boolean()),
  /** Message of an event's organizers or of a team. */
  message: text,
  /** The admins' answer to a report. */
  reply: text,
  /** End of the time in which an offered place can be accepted. */
  until: text,
})

export const notification = z.object({
  id: z.string(),
  /** A page that was loaded before a release may get kinds that it does not know. */
  kind: z.string(),
  reasons: z.array(z.string()),
  happened_at: z.string(),
  is_unread: z.boolean(),
  subject: notificationSubject,
})

/** `GET /api/notifications` */
export const notificationPage = z.object({
  notifications: z.array(notification),
  next: text,
})

/** At most this many notifications are marked by one request. */
export const MARKED_MAX = 200

/**
 * Body of `PUT /api/notifications/read`. Without `ids`, marks all notifications. Notifications with an occurrence after
 * `until` stay unread, because the member has not seen it.
 */
export const markRead = z.object({
  ids: z.optional(z.array(z.uuid()).check(z.maxLength(MARKED_MAX))),
  until: z.iso.datetime(),
  is_read: z.boolean(),
})

export const markReadAnswer = z.object({
  /** Ids of the notifications that were changed, for undoing it. */
  changed: z.array(z.string()),
  /** Number of unread groups, at most one more than the bell shows. */
  unread: z.number(),
})

/** A channel is null when the topic does not offer it. */
export const preference = z.object({
  topic: z.string(),
  bell: z.nullable(z.boolean()),
  email: z.nullable(z.boolean()),
  push: z.nullable(z.boolean()),
})

/** `GET /api/notifications/preferences` */
export const preferences = z.object({ preferences: z.array(preference) })

/** Body of `PATCH /api/notifications/preferences/:topic`. Missing channels stay as they are. */
export const preferenceChange = z.object({
  bell: z.optional(z.boolean()),
  email: z.optional(z.boolean()),
  push: z.optional(z.boolean()),
})

export const CHANNELS = ["bell", "email", "push"] as const
export type Channel = (typeof CHANNELS)[number]

export type Preference = z.infer<typeof preference>
export type PreferenceChange = z.infer<typeof preferenceChange>

export type NotificationSubject = z.infer<typeof notificationSubject>
export type Notification = z.infer<typeof notification>
export type NotificationPage = z.infer<typeof notificationPage>
export type MarkRead = z.infer<typeof markRead>

export const isNotificationKind = (kind: string): kind is NotificationKind =>
  NOTIFICATION_KINDS.some((known) => known === kind)
