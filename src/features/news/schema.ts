import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { LOCALES } from "../../i18n/locales.ts"
import { bulkBody, dateTime, expectedUpdatedAt, uuid, wholeNumber } from "../../schema/fields.ts"
import { MAX_SLUG_LENGTH, SLUG_PATTERN } from "../../shared/slug.ts"

const newsCard = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.nullable(z.string()),
  cover_image_url: z.nullable(z.string()),
  /** Focus point for cropping the cover, in percent from the left and from the top. */
  cover_focus_x: z.number(),
  cover_focus_y: z.number(),
  country: z.nullable(z.enum(COUNTRIES)),
  /** Language of the texts: the original's language if there is no translation. */
  language: z.enum(LOCALES),
  is_featured: z.boolean(),
  published_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Name of the author. If it is null, the page names the site's team as the author. */
  author_name: z.nullable(z.string()),
  reading_minutes: z.number(),
})

/** Reading speed. The column `reading_minutes` in db/migrations/08_news.sql is computed with the same value. */
export const WORDS_PER_MINUTE = 200

export const newsArticle = z.extend(newsCard, {
  cover_alt: z.string(),
  /** Whether the original has changed since the translation. */
  is_outdated: z.boolean(),
  /** Languages of the original (first) and of the translations. */
  languages: z.array(z.enum(LOCALES)),
  content_html: z.string(),
  author_id: z.nullable(z.string()),
})

export type NewsCard = z.infer<typeof newsCard>
export type NewsArticle = z.infer<typeof newsArticle>

export type ListedArticle = Omit<NewsArticle, "content_html"> & {
  original_id?: string | null
}

/** An article in one language. `original_id` is the id of a translation's original; null for an original. */
export type NewsVersion = Omit<ListedArticle, "languages"> & { original_id: string | null }

/** Maximum lengths in characters. The database checks the same limits. */
export const NEWS_LIMITS = {
  title: 200,
  excerpt: 400,
  content: 200_000,
  slug: MAX_SLUG_LENGTH,
  cover_alt: 300,
}

/** Matches the paths that `POST /api/uploads/news-images` returns. */
const COVER_PATTERN = /^\/uploads\/news-images\/[\w-]+\.webp$/

/** A title must contain a visible character. Spaces, joiners and direction marks are not visible. */
const VISIBLE_CHARACTER = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Matches direction marks, which are removed from titles, because they also change the direction of later text. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g

/** Slugs that would be confused with other paths of articles, such as `/news/page/2`. */
const RESERVED_SLUGS = ["page", "new", "mine", "edit", "feed", "shell", "preview"]

const trimmedText = (maxLength: number) =>
  z.string().check(z.trim(), z.maxLength(maxLength, "too_long"))

const percent = wholeNumber(0, 100)

const fields = {
  title: z.pipe(
    z.pipe(
      z.string("required"),
      z.transform((title) => title.replace(DIRECTION_MARKS, "").toWellFormed()),
    ),
    trimmedText(NEWS_LIMITS.title).check(z.regex(VISIBLE_CHARACTER, "required")),
  ),
  slug: trimmedText(NEWS_LIMITS.slug).check(
    z.minLength(1, "required"),
    z.regex(SLUG_PATTERN, "invalid_slug"),
    z.refine((slug) => !RESERVED_SLUGS.includes(slug), "reserved_slug"),
  ),
  excerpt: z.nullable(trimmedText(NEWS_LIMITS.excerpt)),
  content: z.string("required").check(z.maxLength(NEWS_LIMITS.content, "too_long")),
  cover_image_url: z.nullable(z.string().check(z.regex(COVER_PATTERN, "invalid"))),
  cover_alt: z.optional(trimmedText(NEWS_LIMITS.cover_alt)),
  cover_is_decoration: z.optional(z.boolean()),
  cover_focus_x: z.optional(percent),
  cover_focus_y: z.optional(percent),
  country: z.nullable(z.enum(COUNTRIES, "invalid")),
  language: z.enum(LOCALES, "invalid"),
  is_featured: z.boolean(),
  is_published: z.boolean(),
  publish_at: z.optional(z.nullable(dateTime("required"))),
}

export const previewBody = z.object({ token: z.string().check(z.maxLength(200)) })

export const newsPreview = z.extend(newsArticle, { is_published: z.boolean() })

export type NewsPreview = z.infer<typeof newsPreview>

interface PublishFields {
  is_published?: boolean
  publish_at?: string | null | undefined
}

/** Rejects an article that is published and also has a publishing time (`publish_at`). */
const publishedOrPlanned = z.refine<PublishFields>(
  ({ is_published, publish_at }) => !publish_at || is_published === false,
  { error: "past", path: ["publish_at"] },
)

const publishTimeInFuture = z.refine<PublishFields>(
  ({ publish_at }) => !publish_at || Date.parse(publish_at) > Date.now(),
  { error: "past", path: ["publish_at"] },
)

/** Fields of a translation. `translated_from` is the original's `text_changed_at` at the time of the translation. */
const translationFields = {
  original_id: z.optional(z.nullable(uuid())),
  translated_from: z.optional(z.nullable(dateTime("invalid"))),
}

export const articleFields = z.object(fields)

/** Version of the draft on the server that the save replaces. */
const draftVersion = z.optional(wholeNumber(0, Number.MAX_SAFE_INTEGER))

/** These fields are optional, because requests for translations do not contain them. */
const { slug, cover_image_url, country, is_featured } = z.partial(articleFields).shape
const originalFields = { slug, cover_image_url, country, is_featured }

export const newArticle = z
  .object({
    ...fields,
    ...originalFields,
    ...translationFields,
    is_published: z._default(z.boolean(), false),
    id: z.optional(uuid()),
    draft_version: draftVersion,
  })
  .check(publishedOrPlanned, publishTimeInFuture, ({ value, issues }) => {
    if (value.original_id) return
    for (const name of ["slug", "is_featured"] as const) {
      if (value[name] !== undefined) continue
      issues.push({ code: "custom", path: [name], message: "required", input: undefined })
    }
  })

export const changedArticle = z
  .object({
    ...z.partial(articleFields).shape,
    translated_from: translationFields.translated_from,
    updated_at: expectedUpdatedAt,
    /** Whether the change is only a correction, which does not make the translations of the article outdated. */
    is_correction: z.optional(z.boolean()),
    draft_version: draftVersion,
  })
  // A publishing time in the past is valid here, because it may have passed while the article was edited. The API
  // rejects only a new time in the past.
  .check(publishedOrPlanned)

export type NewArticle = z.infer<typeof newArticle>
export type ChangedArticle = z.infer<typeof changedArticle>

export const newsActionBody = bulkBody(["publish", "hide", "delete"])
