/** Articles as the editors' calls answer them, and as the form holds them. */
import * as z from "zod/mini"
import { LOCALES } from "../../i18n/locales.ts"

const COUNTRIES = ["ee", "lv", "lt"] as const

export const articleRow = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.nullable(z.string()),
  cover_image_url: z.nullable(z.string()),
  country: z.nullable(z.enum(COUNTRIES)),
  language: z.enum(LOCALES),
  is_featured: z.boolean(),
  is_published: z.boolean(),
  published_at: z.nullable(z.string()),
  /** When it will be published by itself; null for what is not planned. */
  publish_at: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})

export type ArticleRow = z.infer<typeof articleRow>

/** An article with its text and, after a write, the content version to wait for. */
export const savedArticle = z.extend(articleRow, {
  content: z.string(),
  content_version: z.number(),
})

export type SavedArticle = z.infer<typeof savedArticle>
export type Article = Omit<SavedArticle, "content_version">

/** What the form holds: texts are never null, and no country is an empty text. */
export const articleValues = z.object({
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  content: z.string(),
  cover_image_url: z.nullable(z.string()),
  country: z.enum([...COUNTRIES, ""]),
  language: z.enum(LOCALES),
  is_featured: z.boolean(),
  is_published: z.boolean(),
  /**
   * An ISO moment, or `YYYY-MM-DDTHH:MM` of an hour that clocks here leave out; empty for what is not
   * planned. Drafts of before plans existed lack it.
   */
  publish_at: z._default(z.string(), ""),
})

export type ArticleValues = z.infer<typeof articleValues>
