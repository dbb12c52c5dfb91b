/** Notifications, and the preferences by topic. docs/add-a-notification.md explains kinds and topics. */
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
  // The member became the owner because the former owner left.
  "team_heir",
  "team_removed",
  "team_deleted",
  "event_place",
  // A member on the waitlist can accept a place until a deadline.
  "event_offer",
  "event_offer_over",
  "event_group_too_large",
  "event_removed",
  // The member may now check in guests at the door of an event.
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

const optionalText = z.optional(z.string())

/** The content of the notification, from `get_notification_subject()`. Unknown and hidden fields are missing. */
export const notificationSubject = z.object({
  id: optionalText,
  title: optionalText,
  /** Slug of the team, event, article or artist. */
  slug: optionalText,
  /** The team's name. */
  team: optionalText,
  /** Number of new items, for example of new posts. */
  count: z.optional(z.number()),
  /** Name of the member who wants to join, or names of the authors of mentions. */
  member: optionalText,
  start_date: optionalText,
  time_zone: optionalText,
  is_all_day: z.optional(z.boolean()),
  is_whole_month: z.optional(z.boolean()),
  /** One of `RELEASE_TYPES`. This is not an enum, because a newer server may send other types. */
  release_type: optionalText,
  /** Kind of the commented content. `comment` is the id of the comment. */
  commented: z.optional(z.enum(["article", "post", "event"])),
  comment: optionalText,
  /** Whether the content was deleted. */
  is_gone: z.optional(z.boolean()),
  /** Message of an event's organizers or of a team. */
  message: optionalText,
  /** The admins' answer to a report. */
  reply: optionalText,
  /** Deadline for accepting a place. */
  until: optionalText,
})

export const notification = z.object({
  id: z.string(),
  /** This is not an enum, because a newer server may send kinds that an old page does not know. */
  kind: z.string(),
  /**
   * Why the viewer is notified of new content: as a member of the team ("member"), or as a follower of the "team",
   * "country" or "artist".
   */
  reasons: z.array(z.string()),
  happened_at: z.string(),
  is_unread: z.boolean(),
  subject: notificationSubject,
})

export const notificationPage = z.object({
  notifications: z.array(notification),
  next: optionalText,
})

export const MAX_MARKED_IDS = 200

/**
 * Marks the notifications with these ids as read or unread. Without `ids`, all notifications are marked. Notifications
 * that changed after `until` stay unchanged.
 */
export const markRead = z.object({
  ids: z.optional(z.array(z.uuid()).check(z.maxLength(MAX_MARKED_IDS))),
  until: z.iso.datetime(),
  is_read: z.boolean(),
})

/** `count_unread_notifications()` counts at most this many unread notifications. This number is shown as "9+". */
export const MAX_UNREAD_COUNT = 10

export const markReadResponse = z.object({
  /** Ids of changed notifications, which are needed to undo the change. */
  changed: z.array(z.string()),
  /** Number of unread notifications, at most `MAX_UNREAD_COUNT`. */
  unread: z.number(),
})

export const MAX_OPENED_IDS = 100

/** Sent when the viewer opens a part of a page with these contents, so that notifications about them become read. */
export const openedBody = z.object({
  part: z.enum(["content", "comments", "requests", "team", "releases"]),
  ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(MAX_OPENED_IDS)),
})

/** The channels of a topic. A channel is null if the topic does not offer this channel. */
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
