/** What an article said after each save. */
import * as z from "zod/mini"
import { call } from "../../call.ts"
import { LOCALES } from "../../i18n/locales.ts"
import type { ArticleValues } from "./article.ts"

const listedRevision = z.object({
  id: z.number(),
  saved_at: z.string(),
  /** Null when the editor has left. */
  editor_name: z.nullable(z.string()),
  title: z.string(),
})

const revision = z.extend(listedRevision, {
  slug: z.string(),
  excerpt: z.nullable(z.string()),
  content: z.string(),
  cover_image_url: z.nullable(z.string()),
  country: z.nullable(z.enum(["ee", "lv", "lt"])),
  language: z.enum(LOCALES),
})

const revisionList = z.object({ revisions: z.array(listedRevision) })

export type ListedRevision = z.infer<typeof listedRevision>
export type Revision = z.infer<typeof revision>

export const listRevisions = (article: string) =>
  call(`/api/admin/news/${article}/revisions`, { read: (json) => revisionList.parse(json) })

export const findRevision = (article: string, id: number) =>
  call(`/api/admin/news/${article}/revisions/${id}`, { read: (json) => revision.parse(json) })

/** What the form holds when this is restored: the texts of then, published or not as it is now. */
export const restored = (values: ArticleValues, then: Revision): ArticleValues => ({
  ...values,
  title: then.title,
  slug: then.slug,
  excerpt: then.excerpt ?? "",
  content: then.content,
  cover_image_url: then.cover_image_url,
  country: then.country ?? "",
  language: then.language,
})
