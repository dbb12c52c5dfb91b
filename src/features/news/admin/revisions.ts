/** How an article stood after each save. */
import * as z from "zod/mini"
import { type ArticleValues, savedArticle } from "./schema.ts"

const listedRevision = z.object({
  id: z.number(),
  saved_at: z.string(),
  /** Null when the editor has left. */
  editor_name: z.nullable(z.string()),
  title: z.string(),
})

export type Revision = z.infer<typeof listedRevision>

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

/** What the form holds when this is restored. */
export const revisionValues = (
  values: ArticleValues,
  then: z.infer<typeof revision>,
): ArticleValues => ({
  ...values,
  title: then.title,
  slug: then.slug,
  excerpt: then.excerpt ?? "",
  content: then.content,
  cover_image_url: then.cover_image_url,
  cover_alt: then.cover_alt,
  cover_is_decoration:
    then.cover_image_url === values.cover_image_url && values.cover_is_decoration,
  country: then.country ?? "",
  language: then.language,
})
