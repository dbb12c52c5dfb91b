/** Articles, as everybody reads them. */
import type { Db } from "../client.ts"
import type { CountryCode, LocaleCode } from "./codes.ts"
import { pageOf } from "./cursor.ts"

export interface NewsCard {
  id: string
  slug: string
  title: string
  excerpt: string | null
  cover_image_url: string | null
  country: CountryCode | null
  language: LocaleCode
  is_featured: boolean
  published_at: string
  created_at: string
  updated_at: string
  /** Null when the author left or hides the name. */
  author_name: string | null
  reading_minutes: number
}

export interface NewsArticle extends NewsCard {
  /** Markdown. */
  content: string
  /** HTML that is safe to show. */
  content_html: string
  author_id: string | null
}

/** All published articles with their texts, newest first: what a build is made from. */
export const newsArticles = (db: Db) => db.many<NewsArticle>`
  select id, slug, title, excerpt, content, content_html, cover_image_url, country, language,
    is_featured, published_at, created_at, updated_at, author_id, author_name, reading_minutes
  from get_safe_news()
  order by listed_at desc, id desc`

/** One page of published articles, newest first, and the cursor of the next. */
export async function newsPage(db: Db, page: { limit: number; cursor: [string, string] | null }) {
  const [time, id] = page.cursor ?? [null, null]
  const rows = await db.many<NewsCard>`
    select id, slug, title, excerpt, cover_image_url, country, language, is_featured,
      published_at, created_at, updated_at, author_name, reading_minutes
    from get_safe_news()
    where ${time}::timestamptz is null or (listed_at, id) < (${time}::timestamptz, ${id}::uuid)
    order by listed_at desc, id desc
    limit ${page.limit + 1}`
  return pageOf(rows, page.limit, (row) => [row.published_at, row.id])
}

/** A published article, or null. */
export const newsBySlug = (db: Db, slug: string) => db.one<NewsArticle>`
  select id, slug, title, excerpt, content, content_html, cover_image_url, country, language,
    is_featured, published_at, created_at, updated_at, author_id, author_name, reading_minutes
  from get_safe_news()
  where slug = ${slug}`

/** Which of these covers no article shows, published or not. */
export async function unusedCovers(db: Db, urls: string[]): Promise<string[]> {
  const rows = await db.many<{ url: string }>`select url from unused_covers(${urls}) as url`
  return rows.map(({ url }) => url)
}
