/** An article, as everybody reads it and as an editor may write it. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { LOCALES } from "../../i18n/locales.ts"
import { basedOn, bulkBody, moment, uuid, whole } from "../../schema/fields.ts"
import { SLUG_MAX, SLUG_PATTERN } from "../../shared/slug.ts"

/** What a list shows of a published article. */
const newsCard = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.nullable(z.string()),
  cover_image_url: z.nullable(z.string()),
  /** What stays in sight when the cover is cropped, in percent from its left and from its top. */
  cover_focus_x: z.number(),
  cover_focus_y: z.number(),
  country: z.nullable(z.enum(COUNTRIES)),
  /** Of these texts: the page's, or the original's where there is no translation. */
  language: z.enum(LOCALES),
  is_featured: z.boolean(),
  published_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Null when the author left or hides the name. */
  author_name: z.nullable(z.string()),
  reading_minutes: z.number(),
})

/** Reading speed. The database computes `reading_minutes` with it, in the column of db/migrations/08_news.sql. */
export const WORDS_PER_MINUTE = 200

export const newsArticle = z.extend(newsCard, {
  /** Empty for a cover that says nothing. */
  cover_alt: z.string(),
  /** Whether the original has changed since this was translated. */
  is_outdated: z.boolean(),
  /** Those it can be read in, the original's first. */
  languages: z.array(z.enum(LOCALES)),
  /** HTML that is safe to show. */
  content_html: z.string(),
  author_id: z.nullable(z.string()),
})

export type NewsCard = z.infer<typeof newsCard>
export type NewsArticle = z.infer<typeof newsArticle>

/** An article but for its text, which its page alone shows. */
export type ListedArticle = Omit<NewsArticle, "content_html">

/** An article in one language, as a build reads it; translations have their original's id. */
export type NewsVersion = Omit<ListedArticle, "languages"> & { original_id: string | null }

/** Longest texts in characters; the database checks the same. */
export const NEWS_LIMITS = {
  title: 200,
  excerpt: 400,
  content: 200_000,
  slug: SLUG_MAX,
  cover_alt: 300,
}

/** What `POST /api/uploads/news-images` answers. */
const COVER_PATTERN = /^\/uploads\/news-images\/[\w-]+\.webp$/

/** Letters that are seen: more than spaces, joiners and marks of direction. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u

/** Marks that turn the direction of whatever follows the text that holds them. */
const DIRECTION_MARKS = /[\u202a-\u202e\u2066-\u2069]/g

/** Slugs that are, or may become, addresses of their own under /news. */
const RESERVED_SLUGS = ["page", "new", "mine", "edit", "feed", "shell", "preview"]

const text = (max: number) => z.string().check(z.trim(), z.maxLength(max, "too_long"))

const percent = whole(0, 100)

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
  cover_alt: z.optional(text(NEWS_LIMITS.cover_alt)),
  /** Says nothing to whoever cannot see it, in any language. */
  cover_is_decoration: z.optional(z.boolean()),
  cover_focus_x: z.optional(percent),
  cover_focus_y: z.optional(percent),
  country: z.nullable(z.enum(COUNTRIES, "invalid")),
  language: z.enum(LOCALES, "invalid"),
  is_featured: z.boolean(),
  is_published: z.boolean(),
  publish_at: z.optional(z.nullable(moment("required"))),
}

/** The token of a preview's link. */
export const previewBody = z.object({ token: z.string().check(z.maxLength(200)) })

/** What a preview's link shows. */
export const newsPreview = z.extend(newsArticle, { is_published: z.boolean() })

export type NewsPreview = z.infer<typeof newsPreview>

interface Planned {
  is_published?: boolean
  publish_at?: string | null | undefined
}

/** Requires that an article is published or planned, not both. */
const eitherPlanned = z.refine<Planned>(
  ({ is_published, publish_at }) => !publish_at || is_published === false,
  { error: "past", path: ["publish_at"] },
)

const inFuture = z.refine<Planned>(
  ({ publish_at }) => !publish_at || Date.parse(publish_at) > Date.now(),
  { error: "past", path: ["publish_at"] },
)

/** What a translation says of its original. */
const translation = {
  original_id: z.optional(z.nullable(uuid())),
  /** The `text_changed_at` of the original that it has the texts of. */
  translated_from: z.optional(z.nullable(basedOn)),
}

/** What of an article its form writes. */
export const articleFields = z.object(fields)

/** The last version of the draft that it was made from, which is done with. */
const draftVersion = z.optional(whole(0, Number.MAX_SAFE_INTEGER))

/** What translations have of their original, whatever is said of it. */
const { slug, cover_image_url, country, is_featured } = z.partial(articleFields).shape
const ofOriginal = { slug, cover_image_url, country, is_featured }

/** A new article; `id` is made by whoever sends it, so that a lost answer makes no second one. */
export const newArticle = z
  .object({
    ...fields,
    ...ofOriginal,
    ...translation,
    is_published: z._default(z.boolean(), false),
    id: z.optional(uuid()),
    draft_version: draftVersion,
  })
  .check(eitherPlanned, inFuture, ({ value, issues }) => {
    if (value.original_id) return
    for (const name of ["slug", "is_featured"] as const) {
      if (value[name] !== undefined) continue
      issues.push({ code: "custom", path: [name], message: "required", input: undefined })
    }
  })

/** A changed article, with the `updated_at` of the version that was edited. Fields that are left out stay as they are. */
export const changedArticle = z
  .object({
    ...z.partial(articleFields).shape,
    translated_from: translation.translated_from,
    updated_at: basedOn,
    /** Whether its translations stay as good as they were. */
    is_correction: z.optional(z.boolean()),
    draft_version: draftVersion,
  })
  // A plan that came due while the article was edited is sent back as it was: the function checks new ones.
  .check(eitherPlanned)

export type NewArticle = z.infer<typeof newArticle>
export type ChangedArticle = z.infer<typeof changedArticle>

/** What is done to articles, one or many. */
export const newsActionBody = bulkBody(["publish", "hide", "delete"])
