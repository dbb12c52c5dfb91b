/** Articles: what everybody reads, and what editors write. */
import { type Db, query } from "../client.ts"
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

/** An article as its editors see it, published or not. */
export interface EditableArticle extends Omit<NewsArticle, "published_at"> {
  is_published: boolean
  published_at: string | null
}

export type AdminNewsRow = Omit<EditableArticle, "content" | "content_html">

/** What a write leaves behind: the row, and the content version that a build must reach to show it. */
export type SavedArticle = EditableArticle & { content_version: number }

/** One page of all articles for a super admin, newest first; nobody else gets more than the published. */
export async function adminNews(db: Db, page: { limit: number; cursor: [string, string] | null }) {
  const [time, id] = page.cursor ?? [null, null]
  const rows = await db.many<AdminNewsRow>`
    select id, slug, title, excerpt, cover_image_url, country, language, is_featured, is_published,
      published_at, created_at, updated_at, author_id, reading_minutes,
      public_display_name(author_id) as author_name
    from news
    where ${time}::timestamptz is null or (created_at, id) < (${time}::timestamptz, ${id}::uuid)
    order by created_at desc, id desc
    limit ${page.limit + 1}`
  return pageOf(rows, page.limit, (row) => [row.created_at, row.id])
}

const articleById = (id: string) => query<SavedArticle>`
  select id, slug, title, excerpt, content, content_html, cover_image_url, country, language,
    is_featured, is_published, published_at, created_at, updated_at, author_id, reading_minutes,
    public_display_name(author_id) as author_name,
    (select version from content_state) as content_version
  from news where id = ${id}`

/** An article that the viewer may see, with the present content version, or null. */
export const articleForEditing = async (db: Db, id: string) =>
  (await db.batch([articleById(id)]))[0][0] ?? null

/** The fields that an editor sets. */
export interface ArticleInput {
  slug: string
  title: string
  excerpt: string | null
  content: string
  content_html: string
  cover_image_url: string | null
  country: CountryCode | null
  language: LocaleCode
  is_featured: boolean
  is_published: boolean
}

/** Stores a new article by the viewer; throws unique_violation when the slug is taken. */
export async function createArticle(db: Db, id: string, input: ArticleInput) {
  const [, rows] = await db.batch([
    query`
      insert into news (id, slug, title, excerpt, content, content_html, cover_image_url, country,
        language, is_featured, is_published, published_at, author_id)
      values (${id}, ${input.slug}, ${input.title}, ${input.excerpt}, ${input.content},
        ${input.content_html}, ${input.cover_image_url}, ${input.country}, ${input.language},
        ${input.is_featured}, ${input.is_published},
        case when ${input.is_published} then date_trunc('milliseconds', now()) end,
        current_viewer())`,
    articleById(id),
  ])
  return rows[0] ?? null
}

/**
 * Saves an article that has not changed since `basedOn` (its `updated_at`). `saved` tells whether it did;
 * `article` is the row as it now stands, null when there is none; `changedSite` whether readers will see
 * a difference.
 */
export async function updateArticle(db: Db, id: string, basedOn: string, input: ArticleInput) {
  const [before, updated, rows] = await db.batch([
    query<{ version: number }>`select version from content_state`,
    query<{ id: string }>`
      update news set slug = ${input.slug}, title = ${input.title}, excerpt = ${input.excerpt},
        content = ${input.content}, content_html = ${input.content_html},
        cover_image_url = ${input.cover_image_url}, country = ${input.country},
        language = ${input.language}, is_featured = ${input.is_featured},
        is_published = ${input.is_published},
        published_at = coalesce(
          published_at,
          case when ${input.is_published} then date_trunc('milliseconds', now()) end
        )
      where id = ${id} and updated_at = ${basedOn}
      returning id`,
    articleById(id),
  ])
  const article = rows[0] ?? null
  return {
    saved: updated.length > 0,
    article,
    changedSite: article?.content_version !== before[0]?.version,
  }
}

/** Deletes an article and returns what it leaves to do; null when there is none that the viewer may delete. */
export async function deleteArticle(db: Db, id: string) {
  const [deleted, version] = await db.batch([
    query<{ was_published: boolean }>`
      delete from news where id = ${id} returning is_published as was_published`,
    query<{ content_version: number }>`select version as content_version from content_state`,
  ])
  const row = deleted[0]
  return row ? { ...row, content_version: version[0]?.content_version ?? 0 } : null
}

/** Which of these covers no article shows, published or not. */
export async function unusedCovers(db: Db, urls: string[]): Promise<string[]> {
  const rows = await db.many<{ url: string }>`select url from unused_covers(${urls}) as url`
  return rows.map(({ url }) => url)
}
