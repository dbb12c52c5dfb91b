import * as z from "zod/mini"
import {
  addScheme,
  country,
  expectedUpdatedAt,
  optionalLine,
  optionalText,
  optionalUrl,
  requiredLine,
  requiredText,
  type Site,
  uuid,
} from "../../schema/fields.ts"
import { guessableLanguage, multilingual } from "../../schema/translations.ts"
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from "../../shared/slug.ts"
import { parseVideo } from "../../shared/video.ts"
import { DISPLAY_NAME_MAX } from "../account/profile/schema.ts"
import { MAX_MESSAGE_LENGTH, POST_LIMITS, requestStatus, TEAM_LIMITS, teamRole } from "./schema.ts"

/** Slugs that would be confused with other paths of teams, such as `/api/teams/mine`. */
const RESERVED_SLUGS = ["mine", "new", "page", "manage", "shell"]

/** Matches URLs that `POST /api/uploads/team-images` returns. */
const COVER_PATTERN = /^\/uploads\/team-images\/[\w-]+\.webp$/

/** Converts an Instagram handle such as `@daina` to a URL. Completes other texts with a scheme. */
const toInstagramUrl = (text: string): string =>
  /^@[\w.]+$/.test(text) ? `https://www.instagram.com/${text.slice(1)}` : addScheme(text)

const INSTAGRAM: Site = { host: /^([\w-]+\.)*instagram\.com$/, code: "invalid_instagram" }
const YOUTUBE: Site = { host: /^([\w-]+\.)*(youtube\.com|youtu\.be)$/, code: "invalid_youtube" }

const slug = z.string("required").check(
  z.trim(),
  z.minLength(1, "required"),
  z.maxLength(MAX_SLUG_LENGTH, "too_long"),
  z.regex(SLUG_PATTERN, "invalid_slug"),
  z.refine((text) => !RESERVED_SLUGS.includes(text), "reserved_slug"),
)

const teamFields = {
  name: requiredLine(TEAM_LIMITS.name),
  slug,
  description: optionalText(TEAM_LIMITS.description),
  ...multilingual(z.object({ description: requiredText(TEAM_LIMITS.description) })),
  location: optionalLine(TEAM_LIMITS.location),
  country,
  website_url: optionalUrl(TEAM_LIMITS.url),
  instagram_url: optionalUrl(TEAM_LIMITS.url, toInstagramUrl, INSTAGRAM),
  youtube_url: optionalUrl(TEAM_LIMITS.url, addScheme, YOUTUBE),
  cover_image_url: z.nullable(z.string().check(z.regex(COVER_PATTERN, "invalid"))),
  members_may_post_events: z.boolean(),
  is_recruiting: z.boolean(),
}

export const editedTeam = z.object(teamFields)
export const newTeam = z.pick(editedTeam, {
  name: true,
  slug: true,
  description: true,
  language: true,
  location: true,
  country: true,
})
/** Body of the request that creates a team. Members without a profile must send `display_name`. */
export const createTeamBody = z.extend(newTeam, {
  display_name: z.optional(requiredLine(DISPLAY_NAME_MAX, "display_name_required")),
})
export const changeTeamBody = z.extend(editedTeam, {
  /** Id of the team. It identifies the team even if the slug in the path is outdated. */
  id: z.optional(uuid()),
  updated_at: expectedUpdatedAt,
})

export const joinBody = z.object({ message: z.optional(optionalText(MAX_MESSAGE_LENGTH)) })
export const decisionBody = z.object({
  status: z.enum(requestStatus.options, "invalid"),
  message: z.optional(optionalText(MAX_MESSAGE_LENGTH)),
})
export const roleBody = z.object({ role: z.enum(teamRole.options, "invalid") })

/**
 * Counts pictures in Markdown: each `![` whose next `]` is part of `](`. A regular expression would take quadratic time
 * for texts with many brackets.
 */
const countPictures = (text: string): number =>
  text
    .split("![")
    .slice(1)
    .filter((afterStart) => afterStart.startsWith("](", afterStart.indexOf("]"))).length

export const newPost = z.object({
  title: requiredLine(POST_LIMITS.title),
  content: z.string("required").check(
    z.maxLength(POST_LIMITS.content, "too_long"),
    z.refine((text: string) => countPictures(text) <= POST_LIMITS.pictures, "too_many_pictures"),
  ),
  video_url: z.pipe(
    optionalUrl(POST_LIMITS.url),
    z.nullable(
      z.string().check(z.refine((text: string) => parseVideo(text) !== null, "invalid_video")),
    ),
  ),
  is_published: z.boolean(),
  language: guessableLanguage,
})
export const changePostBody = z.extend(newPost, { updated_at: expectedUpdatedAt })

export type NewTeam = z.infer<typeof newTeam>
export type EditedTeam = z.infer<typeof editedTeam>
export type NewPost = z.infer<typeof newPost>
