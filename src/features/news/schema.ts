/** What an editor may write, checked alike by the form and by the function. */
import * as z from "zod/mini"
import { SLUG_MAX, SLUG_PATTERN } from "../../slug.ts"

/** Longest texts in characters; the database checks the same. */
export const NEWS_LIMITS = { title: 200, excerpt: 400, content: 200_000, slug: SLUG_MAX }

/** What `POST /api/uploads/news-images` answers. */
const COVER_PATTERN = /^\/uploads\/news-images\/[\w-]+\.webp$/

/** Letters that are seen: more than spaces, joiners and marks of direction. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Marks that turn the direction of whatever follows the text that holds them. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g

/** Slugs that are, or may become, addresses of their own under /news. */
const RESERVED_SLUGS = ["page", "new", "mine", "edit", "feed", "shell"]

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, "too_long"))

const fields = {
  title: z.pipe(
    z.pipe(
      z.string("required"),
      z.transform((title) => title.replace(DIRECTION_MARKS, "").toWellFormed()),
    ),
    text(NEWS_LIMITS.title).check(z.regex(VISIBLE, "required")),
  ),
  slug: text(NEWS_LIMITS.slug).check(
    z.minLength(1, "required"),
    z.regex(SLUG_PATTERN, "invalid_slug"),
    z.refine((slug) => !RESERVED_SLUGS.includes(slug), "reserved_slug"),
  ),
  excerpt: z.nullable(text(NEWS_LIMITS.excerpt)),
  content: z.string("required").check(z.maxLength(NEWS_LIMITS.content, "too_long")),
  cover_image_url: z.nullable(z.string().check(z.regex(COVER_PATTERN, "invalid"))),
  country: z.nullable(z.enum(["ee", "lv", "lt"], "invalid")),
  language: z.enum(["en", "lv", "et", "lt", "ru"], "invalid"),
  is_featured: z.boolean(),
  is_published: z.boolean(),
  publish_at: z.optional(z.nullable(z.string("required").check(z.iso.datetime("required")))),
}

/** Published or planned, not both; and a plan is about what is to come. */
const planned = z.refine<{ is_published: boolean; publish_at?: string | null | undefined }>(
  ({ is_published, publish_at }) =>
    !publish_at || (!is_published && Date.parse(publish_at) > Date.now()),
  { error: "past", path: ["publish_at"] },
)

/** A new article. */
export const newArticle = z.object(fields).check(planned)

/** A changed article: everything it now says, and the `updated_at` of the version that was edited. */
export const changedArticle = z
  .object({ ...fields, updated_at: z.string().check(z.iso.datetime("invalid")) })
  .check(planned)

export type NewArticle = z.infer<typeof newArticle>
export type ChangedArticle = z.infer<typeof changedArticle>

/** As many as a screen's list shows at once. */
const BULK_MAX = 50

/** What is done to articles, one or many. */
export const newsActBody = z.object({
  ids: z
    .array(z.uuid("invalid"))
    .check(z.minLength(1, "required"), z.maxLength(BULK_MAX, "invalid")),
  act: z.enum(["publish", "hide", "delete"], "invalid"),
})
