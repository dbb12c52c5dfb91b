import * as z from "zod/mini"
import { COUNTRIES } from "../../../countries.ts"
import { LOCALES, mapLocales } from "../../../i18n/locales.ts"
import { country, dateTime, record, uuid, wholeNumber } from "../../../schema/fields.ts"
import { emptyByDefault, falseByDefault, serverDraft } from "../../admin/editor/schema.ts"

/** State of a translation in the row of its original. */
const translationRow = z.object({
  id: z.string(),
  language: z.enum(LOCALES),
  is_published: z.boolean(),
  is_planned: z.boolean(),
  is_outdated: z.boolean(),
  has_draft: z.boolean(),
})

export const articleRow = z.object({
  id: z.string(),
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
  publish_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
  /** Time of the last change to an original's texts that was not only a correction. */
  text_changed_at: z.string(),
  /** `text_changed_at` of the original's texts that the translation matches. Null for originals. */
  translated_from: z.nullable(z.string()),
  /** Whether the server has a draft with unsaved changes of the article. */
  has_draft: z.boolean(),
  translations: z.array(translationRow),
})

export type ArticleRow = z.infer<typeof articleRow>

export const savedArticle = z.extend(articleRow, {
  /** Name of the member who saved the article last. */
  saved_by: z.nullable(z.string()),
  is_saved_by_viewer: z.boolean(),
  content: z.string(),
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
      /** The original's texts at the time of `translated_from`. Null if the texts have not changed since then. */
      before: z.nullable(
        z.object({ title: z.string(), excerpt: z.nullable(z.string()), content: z.string() }),
      ),
    }),
  ),
  /** Content version of the save. A build of this or a later version contains the change. */
  content_version: z.number(),
})

export type SavedArticle = z.infer<typeof savedArticle>
export type Article = Omit<SavedArticle, "content_version">

const percent = z._default(z.number(), 50)
const nullByDefault = z._default(z.nullable(z.string()), null)

/** Values of the form's fields. Missing texts are empty strings, and an empty country means all countries. */
export const articleValues = z.object({
  /** Id of the original if the article is a translation. */
  original_id: nullByDefault,
  translated_from: nullByDefault,
  title: emptyByDefault,
  slug: emptyByDefault,
  excerpt: emptyByDefault,
  content: emptyByDefault,
  cover_image_url: nullByDefault,
  cover_alt: emptyByDefault,
  cover_is_decoration: falseByDefault,
  cover_focus_x: percent,
  cover_focus_y: percent,
  country: z._default(z.enum(["", ...COUNTRIES]), ""),
  language: z.enum(LOCALES),
  is_featured: falseByDefault,
})

export type ArticleValues = z.infer<typeof articleValues>

export const getArticleValues = ({
  excerpt,
  country,
  ...article
}: { excerpt: string | null; country: string | null } & object): ArticleValues =>
  articleValues.parse({ ...article, excerpt: excerpt ?? "", country: country ?? "" })

const listedRevision = z.object({
  id: z.number(),
  saved_at: z.string(),
  editor_name: z.nullable(z.string()),
  title: z.string(),
})

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

/** Returns the values with the texts of an earlier revision. Revisions do not store `cover_is_decoration`. */
export const getRevisionValues = (values: ArticleValues, revision: Revision): ArticleValues => ({
  ...getArticleValues({ ...values, ...revision }),
  cover_is_decoration:
    revision.cover_image_url === values.cover_image_url && values.cover_is_decoration,
})

/** Unsaved changes of an article, which the server stores while a member edits the article. */
export const draft = z.extend(serverDraft, {
  id: z.string(),
  original_id: z.nullable(z.string()),
  language: z.enum(LOCALES),
})

export type Draft = z.infer<typeof draft>

/** Returns whether a draft has no nested values, because the database cannot store deeply nested JSON. */
const isFlat = (form: Record<string, unknown>) =>
  Object.values(form).every((value) => value === null || typeof value !== "object")

/** Body of the request that stores a draft. `version` is the version that the draft continues; 0 for a first draft. */
export const draftBody = z.object({
  original_id: z.nullable(uuid()),
  language: z.enum(LOCALES, "invalid"),
  form: record.check(z.refine(isFlat, "invalid")),
  based_on: z.nullable(dateTime("invalid")),
  version: wholeNumber(0, Number.MAX_SAFE_INTEGER),
})

/** Numbers of articles that need attention: outdated translations, ready drafts, missing translations by language. */
export const newsroomCounts = z.object({
  outdated: z.number(),
  to_publish: z.number(),
  missing: z.object(mapLocales(() => z.number())),
})

export type NewsroomCounts = z.infer<typeof newsroomCounts>
