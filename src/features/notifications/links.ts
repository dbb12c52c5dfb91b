import { artistPath } from "../artists/paths.ts"
import { commentPath } from "../comments/paths.ts"
import type { NotificationKind, NotificationSubject } from "./schema.ts"

const teamPage = ({ slug }: NotificationSubject) => `/teams/${slug}`
const manageTeamPage = (subject: NotificationSubject) => `${teamPage(subject)}/manage`

/** Members see a team-only event on the page with their sign-up. */
function eventPage({ id, slug, is_gone }: NotificationSubject): string {
  if (is_gone) return "/calendar"
  return slug ? `/events/${slug}` : `/my-events?event=${id}`
}

const ownSignup = (subject: NotificationSubject) =>
  `${eventPage(subject)}${subject.slug && !subject.is_gone ? "#signup" : ""}`

const newestComment = ({
  commented = "article",
  id = "",
  slug,
  comment = "",
}: NotificationSubject) =>
  commentPath({ kind: commented, id, slug: slug ?? null, team_slug: slug ?? null }, comment)

const artistPage = ({ slug = "" }: NotificationSubject) => artistPath(slug)

const noPage = () => null

/** The paths are those of the English site. A notification without a page has the path null. */
const PATHS: Record<NotificationKind, (subject: NotificationSubject) => string | null> = {
  team_post: (subject) =>
    subject.count === 1 ? `${teamPage(subject)}/posts/${subject.id}` : `${teamPage(subject)}#blog`,
  new_event: (subject) => (subject.count === 1 ? eventPage(subject) : "/calendar"),
  join_request: (subject) => `${manageTeamPage(subject)}#requests`,
  join_approved: teamPage,
  join_declined: () => "/teams",
  team_admin: (subject) => `${teamPage(subject)}#blog`,
  team_owner: manageTeamPage,
  team_heir: manageTeamPage,
  team_removed: teamPage,
  team_deleted: () => "/teams",
  event_place: ownSignup,
  event_offer: ownSignup,
  event_offer_over: ownSignup,
  event_group_too_large: ownSignup,
  event_removed: ownSignup,
  event_helper: ({ id }) => `/my-events?event=${id}`,
  event_access_lost: () => "/calendar",
  event_changed: ownSignup,
  event_cancelled: ownSignup,
  event_reminder: ownSignup,
  event_message: ownSignup,
  comment: newestComment,
  mention: newestComment,
  release_added: artistPage,
  release_moved: artistPage,
  release_out: artistPage,
  chart_changed: () => "/music",
  idea_answered: () => "/suggest-idea",
  report_received: () => "/admin/reports",
  report_hidden: noPage,
  report_dismissed: noPage,
  content_hidden: noPage,
  newcomer_approved: noPage,
  news_ready: ({ id }) => `/newsroom?edit=${id}`,
  newsroom_access: () => "/newsroom",
}

export const getNotificationPath = (kind: NotificationKind, subject: NotificationSubject) =>
  PATHS[kind](subject)
