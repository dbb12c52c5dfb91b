/** Published news. In this file, a version is an original article or one of its translations. */
import type { NewsArticle, NewsCard, NewsVersion } from "../../src/features/news/schema.ts"
import type { Locale } from "../../src/i18n/locales.ts"
import { type Db, query } from "../client.ts"
import { countAttemptSql, removeLatestAttemptsQuery } from "./accounts/attempts.ts"
import { type Position, toPage } from "./paging.ts"

const NEWS_CARD_COLUMNS = query`n.id, n.slug, n.title, n.excerpt, n.cover_image_url, n.cover_focus_x, n.cover_focus_y,
  n.country, n.language, n.is_featured, n.published_at, n.created_at, n.updated_at, n.author_name,
  n.reading_minutes`
const ARTICLE_COLUMNS = query`${NEWS_CARD_COLUMNS}, n.content_html, n.author_id, n.cover_alt, n.is_outdated`

/** Articles are numbered in groups, so that an incremental build finds changed articles by comparing few checksums. */
export interface NewsGroup {
  number: number
  /** Sum of hashes that changes when a published version of the group changes, appears or disappears. */
  sum: string
}

/** The hashes in `sum` do not include the names of authors, which incremental builds read with listNewsAuthors(). */
export const listNewsGroups = (db: Db) => db.many<NewsGroup>`
  select group_number as number, sum(version_hash)::text as sum
  from news where is_published
  group by group_number`

export type NewsAuthor = Pick<NewsVersion, "author_id" | "author_name">

/**
 * Returns the names of authors. This is a separate query,
 * because a lookup for each of 50,000 articles takes seconds.
 */
export const listNewsAuthors = (db: Db, ids: string[]) => db.many<NewsAuthor>`
  select id as author_id, get_name_for_viewer(id) as author_name from unnest(${ids}::uuid[]) as id`

export type GroupedVersion = Omit<NewsVersion, "author_name"> & {
  /** Time by which lists are sorted. */
  listed_at: string
  group_number: number
}

/** Returns the published versions of the groups, without their contents and the names of authors. */
export const listNewsVersions = (db: Db, groups: number[]) => db.many<GroupedVersion>`
  select n.id, n.original_id, n.slug, n.title, n.excerpt, n.cover_image_url, n.cover_alt, n.cover_focus_x,
    n.cover_focus_y, n.country, n.language, n.is_featured, n.is_outdated, n.published_at, n.created_at,
    n.updated_at, n.author_id, n.reading_minutes, n.listed_at, g.group_number
  from news g join list_visible_news() n on n.id = g.id
  where g.is_published and g.group_number = any(${groups}::integer[])`

export const listNewsTexts = (db: Db, ids: string[]) => db.many<
  Pick<NewsArticle, "id" | "content_html">
>`
  select n.id, n.content_html from list_visible_news() n where n.id = any(${ids}::uuid[])`

/**
 * SQL query for the id of the translation of the original `o` into the language,
 * or of `o` if there is no translation.
 */
const versionIdSql = (language: Locale) => query`
  select coalesce(
    (select t.id from news t where t.original_id = o.id and t.language = ${language} and t.is_published), o.id
  )`

/** Returns a page of articles, each in the language or else in the language of its original. The newest is first. */
export async function listNews(
  db: Db,
  language: Locale,
  page: { limit: number; cursor: Position | null },
) {
  const [time, id] = page.cursor ?? [null, null]
  const rows = await db.many<NewsCard & { listed_at: string; article_id: string }>`
    select ${NEWS_CARD_COLUMNS}, o.listed_at, o.id as article_id
    from (
      select id, coalesce(published_at, created_at) as listed_at from news
      where is_published and original_id is null and (
        ${time}::timestamptz is null
        or (coalesce(published_at, created_at), id) < (${time}::timestamptz, ${id}::uuid)
      )
      order by coalesce(published_at, created_at) desc, id desc
      limit ${page.limit + 1}
    ) o
    join list_visible_news() n on n.id = (${versionIdSql(language)})
    order by o.listed_at desc, o.id desc`
  const { rows: pageRows, ...next } = toPage(rows, page.limit, (row) => [
    row.listed_at,
    row.article_id,
  ])
  return { rows: pageRows.map(({ listed_at: _, article_id: __, ...card }) => card), ...next }
}

export const findArticle = (db: Db, slug: string, language: Locale) => db.one<NewsArticle>`
  select ${ARTICLE_COLUMNS}, array(
    select v.language::text from news v
    where (v.id = o.id or v.original_id = o.id) and v.is_published
    order by v.original_id nulls first, v.language
  ) as languages
  from news o join list_visible_news() n on n.id = (${versionIdSql(language)})
  where o.slug = ${slug} and o.original_id is null and o.is_published`

export async function listUnusedUploads(db: Db, urls: string[]): Promise<string[]> {
  const rows = await db.many<{ url: string }>`select url from list_unused_uploads(${urls}) as url`
  return rows.map(({ url }) => url)
}

export interface PreviewedNews
  extends Omit<
    NewsArticle,
    "published_at" | "content_html" | "author_id" | "is_outdated" | "languages"
  > {
  original_id: string | null
  /** Markdown. */
  content: string
  is_published: boolean
  published_at: string | null
  /** The form of the editor with unsaved changes; null if there are none. */
  form: unknown
}

/** Finds the article of a preview link. Only invalid links count toward the limit of the IP address. */
export async function countPreviewAttempt(db: Db, hash: string, address: string) {
  const row = await db.one<{ wait: number } & (PreviewedNews | { id: null })>`
    select wait, n.*
    from ${countAttemptSql("preview", address)} left join find_previewed_news(decode(${hash}, 'hex')) n on wait = 0`
  if (!row?.id) return { wait: row?.wait ?? 0, article: null }
  await db.batch([removeLatestAttemptsQuery([{ action: "preview", subject: address }])])
  return { wait: 0, article: row }
}
