/** docs/add-a-notification.md describes how to add a kind. */
import * as z from "zod/mini"

/** `list_notification_kinds()` in db/functions/31_notifications.sql has the same list. */
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
  "event_group_too_large",
  "event_removed",
  "event_helper",
  "event_access_lost",
  "event_changed",
  "event_cancelled",
  "event_reminder",
  "event_message",
  "idea_answered",
  "comment",
  "mention",
  "release_added",
  "release_moved",
  "release_out",
  "chart_changed",
  "report_received",
  "report_hidden",
  "report_dismissed",
  "content_hidden",
  "newcomer_approved",
  "news_ready",
  "newsroom_access",
] as const

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Reasons for a notification about new content: membership, or a followed team, country or artist. */
export const REASONS = ["member", "team", "country", "artist"] as const

/** The bell shows "9+" for more unread groups. */
export const UNREAD_SHOWN_MAX = 9

const text = z.optional(z.string())

/** `get_notification_subject()` returns this. Unknown and hidden fields are missing. */
export const notificationSubject = z.object({
  id: text,
  title: text,
  slug: text,
  team: text,
  count: z.optional(z.number()),
  /** Name of the member who wants to join, or names of the authors of mentions. */
  member: text,
  start_date: text,
  time_zone: text,
  is_all_day: z.optional(z.boolean()),
  /** Whether only the month of a release is known. */
  is_whole_month: z.optional(z.boolean()),
  commented: z.optional(z.enum(["article", "post", "event"])),
  comment: text,
  is_gone: z.optional(z.boolean()),
  /** Message of an event's organizers or of a team. */
  message: text,
  /** The admins' answer to a report. */
  reply: text,
  /** Deadline for accepting an offered place. */
  until: text,
})

export const notification = z.object({
  id: z.string(),
  /** A newer server may send kinds that an old page does not know. */
  kind: z.string(),
  reasons: z.array(z.string()),
  happened_at: z.string(),
  is_unread: z.boolean(),
  subject: notificationSubject,
})

export const notificationPage = z.object({
  notifications: z.array(notification),
  next: text,
})

/** Maximum number of ids in a request. */
export const MARKED_MAX = 200

/** Without `ids`, all notifications are marked, except those that changed after `until`. */
export const markRead = z.object({
  ids: z.optional(z.array(z.uuid()).check(z.maxLength(MARKED_MAX))),
  until: z.iso.datetime(),
  is_read: z.boolean(),
})

export const markReadResponse = z.object({
  /** Ids of changed notifications, which are needed to undo the change. */
  changed: z.array(z.string()),
  /** The number is at most one more than the bell shows. */
  unread: z.number(),
})

export const OPENED_MAX = 100

export const openedBody = z.object({
  part: z.enum(["content", "comments", "requests", "team", "releases"]),
  ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(OPENED_MAX)),
})

/** A channel is null if the topic does not offer it. */
export const preference = z.object({
  topic: z.string(),
  bell: z.nullable(z.boolean()),
  email: z.nullable(z.boolean()),
  push: z.nullable(z.boolean()),
})

export const preferences = z.object({ preferences: z.array(preference) })

/** Missing channels stay unchanged. */
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
export type Opened = z.infer<typeof openedBody>
export type MarkRead = z.infer<typeof markRead>

export const isNotificationKind = (kind: string): kind is NotificationKind =>
  NOTIFICATION_KINDS.some((candidate) => candidate === kind)
