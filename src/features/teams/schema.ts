/** Teams, their members and their blogs, as they are read; `forms.ts` has what is written. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsOf } from "../../schema/translations.ts"

/** Longest texts in characters; the database checks the same, in the columns and in `teams_translations`. */
export const TEAM_LIMITS = { name: 100, description: 4000, location: 120, url: 300 }
export const POST_LIMITS = { title: 200, content: 50_000, url: 300, pictures: 10 }
export const MESSAGE_MAX = 500

const textOrNull = z.nullable(z.string())
const countryOrNull = z.nullable(z.enum(COUNTRIES))

/** What a form of a team holds. */
export const editableRow = {
  name: z.string(),
  slug: z.string(),
  description: textOrNull,
  /** Of the description. */
  language,
  location: textOrNull,
  country: countryOrNull,
  website_url: textOrNull,
  instagram_url: textOrNull,
  youtube_url: textOrNull,
  cover_image_url: textOrNull,
  members_may_post_events: z.boolean(),
  /** Whether it looks for dancers. */
  is_recruiting: z.boolean(),
  translations: translationsOf(z.object({ description: z.string() })),
}

export const team = z.object({
  id: z.string(),
  ...editableRow,
  is_verified: z.boolean(),
  /** Whether it, with its events and posts, is on the home page, in feeds and in search. */
  is_listed: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  member_count: z.number(),
})

/** What lists show of a team. */
export const teamCard = z.pick(team, {
  id: true,
  name: true,
  slug: true,
  description: true,
  language: true,
  translations: true,
  location: true,
  country: true,
  cover_image_url: true,
  is_verified: true,
  is_recruiting: true,
  created_at: true,
  member_count: true,
})

export const teamRole = z.enum(["owner", "admin", "member"])
const openRequest = z.enum(["pending", "rejected"])

/** A team, and what the viewer is to it. */
export const seenTeam = z.extend(team, {
  /** Null for somebody who is not in it. */
  role: z.nullable(teamRole),
  request: z.nullable(
    z.object({
      id: z.string(),
      status: openRequest,
      /** The owner's message to a declined member, if there is one. */
      reply: z.optional(z.string()),
    }),
  ),
  /** Whether who runs the site hides the team from everybody who is not in it. */
  is_hidden: z.boolean(),
  /** How many wait for an answer, for the owner. */
  pending_requests: z.number(),
  /** Whether the viewer has a profile, without which nobody joins. */
  has_profile: z.boolean(),
})

/** The viewer's teams, and what they asked of others. */
export const ownTeams = z.object({
  teams: z.array(
    z.extend(teamCard, {
      role: teamRole,
      may_post_events: z.boolean(),
      is_hidden: z.boolean(),
      is_listed: z.boolean(),
      /** How many wait for an answer, for the owner. */
      pending_requests: z.number(),
    }),
  ),
  /** Those that wait or were declined. */
  requests: z.array(
    z.object({ id: z.string(), team_name: z.string(), team_slug: z.string(), status: openRequest }),
  ),
  /** Whether the viewer has a profile with a name. Missing in answers that a service worker stored earlier. */
  has_profile: z.optional(z.boolean()),
})

const teamMember = z.object({
  user_id: z.string(),
  role: teamRole,
  created_at: z.string(),
  /** Null when the member hides it, or has none. */
  display_name: textOrNull,
  avatar_url: textOrNull,
})
export const teamMembers = z.object({ members: z.array(teamMember) })

export const requestStatus = z.enum(["pending", "approved", "rejected"])
/** A request that was just sent; `mails` tells whether the team's answer comes by mail, too. */
export const sentRequest = z.object({ id: z.string(), mails: z.boolean() })

const videoType = z.nullable(z.enum(["youtube", "vimeo", "other"]))

export const teamPost = z.object({
  id: z.string(),
  team_id: z.string(),
  /** Null when the author has left Daina. */
  user_id: textOrNull,
  /** Null when the author hides it, or has left. */
  author_name: textOrNull,
  title: z.string(),
  content: z.string(),
  content_html: z.string(),
  language,
  /** Whether nobody has said which language it is. */
  is_language_guessed: z.boolean(),
  video_url: textOrNull,
  video_type: videoType,
  /** A still of the video that we have stored; null until there is one. */
  video_thumb_url: textOrNull,
  is_published: z.boolean(),
  /** Whether who runs the site hides it: then it cannot be published. */
  is_hidden: z.boolean(),
  /** Whether it is on the home page and in search: published, and it and its team reviewed. */
  is_listed: z.boolean(),
  cheer_count: z.number(),
  /** Whether the viewer cheers for it. */
  is_cheered: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export const teamPosts = z.object({ posts: z.array(teamPost), next: z.optional(z.string()) })

export type Team = z.infer<typeof team>
export type TeamCard = z.infer<typeof teamCard>
export type SeenTeam = z.infer<typeof seenTeam>
export type OwnTeam = z.infer<typeof ownTeams>["teams"][number]
export type OwnRequest = z.infer<typeof ownTeams>["requests"][number]
export type TeamRole = z.infer<typeof teamRole>
export type TeamMember = z.infer<typeof teamMember>
export type TeamPost = z.infer<typeof teamPost>
/** What the form of a new team holds: no description is an empty one. */
export type NewTeamValues = Pick<Team, "name" | "slug" | "language" | "location" | "country"> & {
  description: string
}
