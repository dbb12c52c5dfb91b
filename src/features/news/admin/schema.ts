/** Articles as the editors' calls answer them, and as the form holds them. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../../countries.ts"
import { byLocale, LOCALES } from "../../../i18n/locales.ts"
import { basedOn, country, record, uuid, whole } from "../../../schema/fields.ts"
import { emptyText, off, sharedDraft } from "../../admin/editor/schema.ts"

/** An article in another language than its original. */
const translationRow = z.object({
  id: z.string(),
  language: z.enum(LOCALES),
  is_published: z.boolean(),
  is_planned: z.boolean(),
  /** Whether the original has changed since. */
  is_outdated: z.boolean(),
  /** Whether something is typed and not saved; maybe all of it. */
  has_draft: z.boolean(),
})

export const articleRow = z.object({
  id: z.string(),
  /** Null for an original. */
  original_id: z.nullable(z.string()),
  slug: z.string(),
  title: z.string(),
  excerpt: z.nullable(z.string()),
  cover_image_url: z.nullable(z.string()),
  cover_alt: z.string(),
  cover_is_decoration: z.boolean(),
  cover_focus_x: z.number(),
  cover_focus_y: z.number(),
  country,
  language: z.enum(LOCALES),
  is_featured: z.boolean(),
  is_published: z.boolean(),
  published_at: z.nullable(z.string()),
  /** When it will be published by itself; null for what is not planned. */
  publish_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /** Of an original: when its texts last changed, corrections apart. */
  text_changed_at: z.string(),
  /** Of a translation: the `text_changed_at` of the original that it has the texts of. */
  translated_from: z.nullable(z.string()),
  has_draft: z.boolean(),
  translations: z.array(translationRow),
})

export type ArticleRow = z.infer<typeof articleRow>

/** An article with its text and, after a write, the content version to wait for. */
export const savedArticle = z.extend(articleRow, {
  /** Who saved it last; null where that is not known. */
  saved_by: z.nullable(z.string()),
  is_saved_by_viewer: z.boolean(),
  content: z.string(),
  /** What a translation is of. */
  original: z.nullable(
    z.object({
      id: z.string(),
      language: z.enum(LOCALES),
      title: z.string(),
      excerpt: z.nullable(z.string()),
      content: z.string(),
      cover_alt: z.string(),
      cover_is_decoration: z.boolean(),
      cover_image_url: z.nullable(z.string()),
      cover_focus_x: z.number(),
      cover_focus_y: z.number(),
      is_published: z.boolean(),
      text_changed_at: z.string(),
      /** What it said when it was translated. */
      before: z.nullable(
        z.object({ title: z.string(), excerpt: z.nullable(z.string()), content: z.string() }),
      ),
    }),
  ),
  content_version: z.number(),
})

export type SavedArticle = z.infer<typeof savedArticle>
export type Article = Omit<SavedArticle, "content_version">

const percent = z._default(z.number(), 50)
const orNull = z._default(z.nullable(z.string()), null)

/** What the form holds, whether it is published apart: texts are never null, and no country is an empty text. */
export const articleValues = z.object({
  /** Of a translation: what it is of, and which of its texts it has (null: the present ones). */
  original_id: orNull,
  translated_from: orNull,
  title: emptyText,
  slug: emptyText,
  excerpt: emptyText,
  content: emptyText,
  cover_image_url: orNull,
  cover_alt: emptyText,
  cover_is_decoration: off,
  cover_focus_x: percent,
  cover_focus_y: percent,
  country: z._default(z.enum(["", ...COUNTRIES]), ""),
  language: z.enum(LOCALES),
  is_featured: off,
})

export type ArticleValues = z.infer<typeof articleValues>

/** As the form holds it. */
export const valuesOf = ({
  excerpt,
  country,
  ...article
}: { excerpt: string | null; country: string | null } & object): ArticleValues =>
  articleValues.parse({ ...article, excerpt: excerpt ?? "", country: country ?? "" })

const listedRevision = z.object({
  id: z.number(),
  saved_at: z.string(),
  /** Null when the editor has left. */
  editor_name: z.nullable(z.string()),
  title: z.string(),
})

/** How an article stood after a save. */
export const revision = z.extend(
  z.pick(savedArticle, {
    slug: true,
    excerpt: true,
    content: true,
    cover_image_url: true,
    cover_alt: true,
    country: true,
    language: true,
  }),
  listedRevision.shape,
)

export const revisionList = z.object({ revisions: z.array(listedRevision) })

export type ListedRevision = z.infer<typeof listedRevision>
export type Revision = z.infer<typeof revision>

/** What the form holds when this is restored. */
export const revisionValues = (values: ArticleValues, then: Revision): ArticleValues => ({
  ...valuesOf({ ...values, ...then }),
  cover_is_decoration:
    then.cover_image_url === values.cover_image_url && values.cover_is_decoration,
})

/** What of an article is typed and not saved. */
export const draft = z.extend(sharedDraft, {
  /** The article's, which need not be there yet. */
  id: z.string(),
  original_id: z.nullable(z.string()),
  language: z.enum(LOCALES),
})

export type Draft = z.infer<typeof draft>

/** Returns whether no field holds others, since writing deeply nested JSON fails. */
const isFlat = (form: Record<string, unknown>) =>
  Object.values(form).every((value) => value === null || typeof value !== "object")

/** A draft as it is sent; `version` is the one that its writer knows, 0 for none. */
export const draftBody = z.object({
  original_id: z.nullable(uuid()),
  language: z.enum(LOCALES, "invalid"),
  form: record.check(z.refine(isFlat, "invalid")),
  based_on: z.nullable(basedOn),
  version: whole(0, Number.MAX_SAFE_INTEGER),
})

export const newsroomCounts = z.object({
  /** Articles with an outdated translation. */
  outdated: z.number(),
  /** Articles with a translation that only has to be published. */
  to_publish: z.number(),
  /** By language, articles whose present texts nobody has put into it. */
  missing: z.object(byLocale(() => z.number())),
})

export type NewsroomCounts = z.infer<typeof newsroomCounts>
