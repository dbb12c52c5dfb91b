import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsSchema } from "../../schema/translations.ts"
import { followState } from "../follows/schema.ts"

/** Maximum lengths in characters. The table `teams` checks the same limits, except the limit of URLs. */
export const TEAM_LIMITS = { name: 100, description: 4000, location: 120, url: 300 }
/** Maximum lengths of a post in characters, and maximum number of `pictures` in a post. */
export const POST_LIMITS = { title: 200, content: 50_000, url: 300, pictures: 10 }
/** Maximum length in characters of the message in a join request, and of the owner's reply. */
export const MAX_MESSAGE_LENGTH = 500

const textOrNull = z.nullable(z.string())
const countryOrNull = z.nullable(z.enum(COUNTRIES))

export const editableFields = {
  name: z.string(),
  slug: z.string(),
  description: textOrNull,
  language,
  location: textOrNull,
  country: countryOrNull,
  website_url: textOrNull,
  instagram_url: textOrNull,
  youtube_url: textOrNull,
  cover_image_url: textOrNull,
  members_may_post_events: z.boolean(),
  is_recruiting: z.boolean(),
  translations: translationsSchema(z.object({ description: z.string() })),
}

export const team = z.object({
  id: z.string(),
  ...editableFields,
  is_verified: z.boolean(),
  /** Whether the team, its events and posts are in public lists, feeds and the search. */
  is_listed: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  member_count: z.number(),
})

export const teamCard = z.omit(team, {
  website_url: true,
  instagram_url: true,
  youtube_url: true,
  members_may_post_events: true,
  is_listed: true,
  updated_at: true,
})

export const teamRole = z.enum(["owner", "admin", "member"])
/** Statuses of a join request that its sender can see. An approved request becomes a membership. */
const unapprovedStatus = z.enum(["pending", "rejected"])

export const teamForViewer = z.extend(team, {
  ...followState.shape,
  role: z.nullable(teamRole),
  request: z.nullable(
    z.object({
      id: z.string(),
      status: unapprovedStatus,
      /** The owner's message with the decision. */
      reply: z.optional(z.string()),
    }),
  ),
  /** Whether a super admin has hidden the team. Only its members and super admins can still see it. */
  is_hidden: z.boolean(),
  /** Number of pending join requests. 0 for viewers who do not own the team. */
  pending_requests: z.number(),
  /** Whether the viewer has a profile, which is needed to join. */
  has_profile: z.boolean(),
})

export const ownTeams = z.object({
  teams: z.array(
    z.extend(teamCard, {
      role: teamRole,
      may_post_events: z.boolean(),
      is_hidden: z.boolean(),
      is_listed: z.boolean(),
      pending_requests: z.number(),
    }),
  ),
  requests: z.array(
    z.object({
      id: z.string(),
      team_name: z.string(),
      team_slug: z.string(),
      status: unapprovedStatus,
    }),
  ),
  /** Whether the member has a profile. Undefined in old responses that the service worker has cached. */
  has_profile: z.optional(z.boolean()),
})

const teamMember = z.object({
  user_id: z.string(),
  role: teamRole,
  created_at: z.string(),
  display_name: textOrNull,
  avatar_url: textOrNull,
})
export const teamMembers = z.object({ members: z.array(teamMember) })

export const requestStatus = z.enum(["pending", "approved", "rejected"])

const joinRequest = z.object({
  id: z.string(),
  user_id: z.string(),
  message: textOrNull,
  status: requestStatus,
  created_at: z.string(),
  decided_at: textOrNull,
  display_name: textOrNull,
  avatar_url: textOrNull,
})
export const joinRequests = z.object({ join_requests: z.array(joinRequest) })
/** A join request that was just sent. `is_emailed`: whether the member also gets the owner's decision by email. */
export const sentRequest = z.object({ id: z.string(), is_emailed: z.boolean() })

const videoType = z.nullable(z.enum(["youtube", "vimeo", "other"]))

export const teamPost = z.object({
  id: z.string(),
  team_id: z.string(),
  /** The author. Null after the author's account was deleted. */
  user_id: textOrNull,
  author_name: textOrNull,
  title: z.string(),
  content: z.string(),
  content_html: z.string(),
  language,
  /** Whether the server has detected the language. False if the author chose it. */
  is_language_guessed: z.boolean(),
  video_url: textOrNull,
  video_type: videoType,
  /** URL of the video's still image. Null if the server has not fetched one. */
  video_thumb_url: textOrNull,
  is_published: z.boolean(),
  /** Whether a super admin has hidden the post. The team cannot publish a hidden post. */
  is_hidden: z.boolean(),
  /** Whether the post is in public lists and the search. */
  is_listed: z.boolean(),
  cheer_count: z.number(),
  is_cheered: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
/** One page of posts. `next` is the cursor of the next page. Undefined on the last page. */
export const teamPosts = z.object({ posts: z.array(teamPost), next: z.optional(z.string()) })

export const postWithTeam = z.extend(teamPost, {
  team_name: z.string(),
  team_slug: z.string(),
  team_country: team.shape.country,
  team_cover_url: team.shape.cover_image_url,
})

export type Team = z.infer<typeof team>
export type TeamCard = z.infer<typeof teamCard>
export type TeamForViewer = z.infer<typeof teamForViewer>
export type OwnTeam = z.infer<typeof ownTeams>["teams"][number]
export type OwnRequest = z.infer<typeof ownTeams>["requests"][number]
export type TeamRole = z.infer<typeof teamRole>
export type TeamMember = z.infer<typeof teamMember>
export type TeamPost = z.infer<typeof teamPost>
export type PostWithTeam = z.infer<typeof postWithTeam>
export type JoinRequest = z.infer<typeof joinRequest>
export type NewTeamValues = Pick<Team, "name" | "slug" | "language" | "location" | "country"> & {
  description: string
}
