import { artistPath } from "../artists/paths.ts"
import { commentPath } from "../comments/paths.ts"
import type { NotificationKind, NotificationSubject } from "./schema.ts"

const getTeamPath = ({ slug }: NotificationSubject) => `/teams/${slug}`
const getManagePath = (subject: NotificationSubject) => `${getTeamPath(subject)}/manage`

/** A team-only event has no slug and no page, so its path opens it in "My events". */
function getEventPath({ id, slug, is_gone }: NotificationSubject): string {
  if (is_gone) return "/calendar"
  return slug ? `/events/${slug}` : `/my-events?event=${id}`
}

const getSignupPath = (subject: NotificationSubject) =>
  `${getEventPath(subject)}${subject.slug && !subject.is_gone ? "#signup" : ""}`

const getCommentPath = ({
  commented = "article",
  id = "",
  slug,
  comment = "",
}: NotificationSubject) =>
  // For a comment on a post, `slug` is the slug of the team.
  commentPath({ kind: commented, id, slug: slug ?? null, team_slug: slug ?? null }, comment)

const getArtistPath = ({ slug = "" }: NotificationSubject) => artistPath(slug)

const getNoPath = () => null

/** Each function returns a path of the English site, or null for a notification that opens no page. */
const PATH_GETTERS: Record<NotificationKind, (subject: NotificationSubject) => string | null> = {
  team_post: (subject) =>
    subject.count === 1
      ? `${getTeamPath(subject)}/posts/${subject.id}`
      : `${getTeamPath(subject)}#blog`,
  new_event: (subject) => (subject.count === 1 ? getEventPath(subject) : "/calendar"),
  join_request: (subject) => `${getManagePath(subject)}#requests`,
  join_approved: getTeamPath,
  join_declined: () => "/teams",
  team_admin: (subject) => `${getTeamPath(subject)}#blog`,
  team_owner: getManagePath,
  team_heir: getManagePath,
  team_removed: getTeamPath,
  team_deleted: () => "/teams",
  event_place: getSignupPath,
  event_offer: getSignupPath,
  event_offer_over: getSignupPath,
  event_group_too_large: getSignupPath,
  event_removed: getSignupPath,
  event_helper: ({ id }) => `/my-events?event=${id}`,
  event_access_lost: () => "/calendar",
  event_changed: getSignupPath,
  event_cancelled: getSignupPath,
  event_reminder: getSignupPath,
  event_message: getSignupPath,
  comment: getCommentPath,
  mention: getCommentPath,
  release_added: getArtistPath,
  release_moved: getArtistPath,
  release_out: getArtistPath,
  chart_changed: () => "/music",
  idea_answered: () => "/suggest-idea",
  report_received: () => "/admin/reports",
  report_hidden: getNoPath,
  report_dismissed: getNoPath,
  content_hidden: getNoPath,
  newcomer_approved: getNoPath,
  news_ready: ({ id }) => `/newsroom?edit=${id}`,
  newsroom_access: () => "/newsroom",
}

export const getNotificationPath = (kind: NotificationKind, subject: NotificationSubject) =>
  PATH_GETTERS[kind](subject)
