/** What members write about their teams, checked alike by the forms and by the functions. */
import * as z from "zod/mini"
import { hasHiddenCharacters, manyLines, oneLine } from "../../plain-text.ts"
import { SLUG_MAX, SLUG_PATTERN } from "../../slug.ts"
import { videoOf } from "./video.ts"

/** Longest texts in characters; the database checks the same. */
export const TEAM_LIMITS = { name: 100, slug: SLUG_MAX, description: 4000, location: 120, url: 300 }
export const POST_LIMITS = { title: 200, content: 50_000, url: 300 }
export const MESSAGE_MAX = 500

/** Slugs that are, or may become, addresses of their own under /teams. */
const RESERVED_SLUGS = ["mine", "new", "page", "manage", "shell"]

/** What `POST /api/uploads/team-images` answers. */
const COVER_PATTERN = /^\/uploads\/team-images\/[\w-]+\.webp$/

const visible = z.refine<string>((text) => !hasHiddenCharacters(text), "hidden_characters")

/** Far more than any limit: only keeps the work on a text small. */
const RAW_MAX = 100_000
const raw = z.string("required").check(z.maxLength(RAW_MAX, "too_long"))

/** A line that must not be empty. */
export const requiredLine = (max: number) =>
  z.pipe(
    z.pipe(raw, z.transform(oneLine)),
    z.string().check(z.minLength(1, "required"), z.maxLength(max, "too_long"), visible),
  )

const orNull = (text: string | null) => text || null

/** Text or none: what is empty is stored as null. */
const optional = (clean: (text: string) => string, max: number) =>
  z.pipe(
    z.nullable(
      z.pipe(
        z.pipe(raw, z.transform(clean)),
        z.string().check(z.maxLength(max, "too_long"), visible),
      ),
    ),
    z.transform(orNull),
  )
export const optionalLine = (max: number) => optional(oneLine, max)
export const optionalText = (max: number) => optional(manyLines, max)

/** What begins like a host's name: phones and people leave out the scheme. */
const HOST_FIRST = /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]|$)/u

const withScheme = (text: string): string => (HOST_FIRST.test(text) ? `https://${text}` : text)

/** On Instagram people know each other by their names. */
const withInstagram = (text: string): string =>
  /^@[\w.]+$/.test(text) ? `https://www.instagram.com/${text.slice(1)}` : withScheme(text)

/** A web address, or none; `complete` makes one of what people write for it. */
export const optionalUrl = (max: number, complete = withScheme) =>
  z.pipe(
    z.nullable(
      z.pipe(
        z.pipe(
          raw,
          z.transform((text) => complete(text.trim())),
        ),
        z.string().check(
          z.maxLength(max, "too_long"),
          z.refine((text: string) => text === "" || isWebAddress(text), "invalid_url"),
        ),
      ),
    ),
    z.transform(orNull),
  )

function isWebAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && Boolean(URL.parse(text)?.hostname.includes("."))
}

const slug = z.string("required").check(
  z.trim(),
  z.minLength(1, "required"),
  z.maxLength(TEAM_LIMITS.slug, "too_long"),
  z.regex(SLUG_PATTERN, "invalid_slug"),
  z.refine((text) => !RESERVED_SLUGS.includes(text), "reserved_slug"),
)

export const country = z.nullable(z.enum(["ee", "lv", "lt"], "invalid"))

const newTeamFields = {
  name: requiredLine(TEAM_LIMITS.name),
  slug,
  description: optionalText(TEAM_LIMITS.description),
  location: optionalLine(TEAM_LIMITS.location),
  country,
}

export const newTeam = z.object(newTeamFields)

/** The `updated_at` of the version that was edited. */
export const basedOn = z.string().check(z.iso.datetime("invalid"))

export const changedTeam = z.object({
  ...newTeamFields,
  website_url: optionalUrl(TEAM_LIMITS.url),
  instagram_url: optionalUrl(TEAM_LIMITS.url, withInstagram),
  youtube_url: optionalUrl(TEAM_LIMITS.url),
  cover_image_url: z.nullable(z.string().check(z.regex(COVER_PATTERN, "invalid"))),
  members_may_post_events: z.boolean(),
  updated_at: basedOn,
})

export const joinBody = z.object({ message: z.optional(optionalText(MESSAGE_MAX)) })

export const decisionBody = z.object({
  status: z.enum(["approved", "rejected", "pending"], "invalid"),
})

export const roleBody = z.object({ role: z.enum(["owner", "admin", "member"], "invalid") })

const postFields = {
  title: requiredLine(POST_LIMITS.title),
  content: z.string("required").check(z.maxLength(POST_LIMITS.content, "too_long")),
  video_url: z.pipe(
    optionalUrl(POST_LIMITS.url),
    z.nullable(
      z.string().check(z.refine((text: string) => videoOf(text) !== null, "invalid_video")),
    ),
  ),
  is_published: z.boolean(),
}

export const newPost = z.object(postFields)
export const changedPost = z.object({ ...postFields, updated_at: basedOn })

export type NewTeam = z.infer<typeof newTeam>
export type ChangedTeam = z.infer<typeof changedTeam>
export type NewPost = z.infer<typeof newPost>
export type ChangedPost = z.infer<typeof changedPost>
