/** Articles, as their editors see and change them. */
import { type Db, query } from "../client.ts"
import { type ListAsk, listPage } from "./admin-list.ts"
import type { CountryCode, LocaleCode } from "./codes.ts"
import { siteVersion } from "./content-version.ts"
import type { NewsArticle } from "./news.ts"

/** An article as its editors see it, published or not. */
export interface EditableArticle extends Omit<NewsArticle, "published_at"> {
  is_published: boolean
  published_at: string | null
  /** When it publishes itself, null for never. */
  publish_at: string | null
}

export type AdminNewsRow = Omit<EditableArticle, "content" | "content_html">

/** What a write leaves behind: the row, and the content version that a build must reach to show it. */
export type SavedArticle = EditableArticle & { content_version: number }

/** One page of all articles; fails with insufficient_privilege for anybody but super admins. */
export async function adminNews(db: Db, ask: ListAsk) {
  const [value = null, id = null] = ask.cursor ?? []
  const rows = await db.many<AdminNewsRow & { sort_value: string }>`
    select n.id, n.slug, n.title, n.excerpt, n.cover_image_url, n.country, n.language, n.is_featured,
      n.is_published, n.published_at, n.publish_at, n.created_at, n.updated_at, n.author_id,
      n.reading_minutes, public_display_name(n.author_id) as author_name, a.sort_value
    from admin_rows('news', ${ask.search}, ${ask.filter}, ${ask.sort}, ${value}, ${id},
      ${ask.limit + 1}) with ordinality as a (id, sort_value, place)
    join news n on n.id = a.id
    order by a.place`
  return listPage(rows, ask)
}

const articleById = (id: string) => query<SavedArticle>`
  select id, slug, title, excerpt, content, content_html, cover_image_url, country, language,
    is_featured, is_published, published_at, publish_at, created_at, updated_at, author_id,
    reading_minutes, public_display_name(author_id) as author_name,
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
  /** When it publishes itself, null for never. */
  publish_at: string | null
}

/** Stores a new article by the viewer; throws unique_violation when the slug is taken. */
export async function createArticle(db: Db, id: string, input: ArticleInput) {
  const [, rows] = await db.batch([
    query`
      insert into news (id, slug, title, excerpt, content, content_html, cover_image_url, country,
        language, is_featured, is_published, publish_at, published_at, author_id)
      values (${id}, ${input.slug}, ${input.title}, ${input.excerpt}, ${input.content},
        ${input.content_html}, ${input.cover_image_url}, ${input.country}, ${input.language},
        ${input.is_featured}, ${input.is_published}, ${input.publish_at},
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
        is_published = ${input.is_published}, publish_at = ${input.publish_at},
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

export type NewsAct = "publish" | "hide" | "delete"

/** Does it to these articles, in one transaction. */
export async function actOnNews(db: Db, ids: string[], act: NewsAct) {
  const [[before], rows, [after]] = await db.batch([
    siteVersion(),
    act === "delete"
      ? query<{ id: string }>`delete from news where id = any(${ids}::uuid[]) returning id`
      : // Those that are so already count as done, and do not change.
        query<{ id: string }>`
          with there as (
            select id from news where id = any(${ids}::uuid[])
          ), changed as (
            update news
            set is_published = ${act === "publish"}, publish_at = null,
              published_at = case when ${act === "publish"}
                then coalesce(published_at, date_trunc('milliseconds', now())) else published_at end
            where id in (select id from there)
              and (is_published <> ${act === "publish"} or publish_at is not null)
          )
          select id from there`,
    siteVersion(),
  ])
  return {
    done: rows.map(({ id }) => id),
    changedSite: before?.version !== after?.version,
    content_version: after?.version ?? 0,
  }
}

/** Publishes what is due; returns how many articles that were. */
export async function publishPlannedNews(db: Db): Promise<number> {
  const row = await db.one<{ published: number }>`select publish_planned_news() as published`
  return row?.published ?? 0
}

/** How an article stood after a save. */
export interface Revision {
  id: number
  saved_at: string
  /** Null when the editor has left. */
  editor_name: string | null
  title: string
  slug: string
  excerpt: string | null
  content: string
  cover_image_url: string | null
  country: CountryCode | null
  language: LocaleCode
}

/** What an article said after each save, the latest first, without the texts; null when there is none. */
export async function articleRevisions(db: Db, id: string) {
  const [[article], revisions] = await db.batch([
    query<{ id: string }>`select id from news where id = ${id}`,
    query<Pick<Revision, "id" | "saved_at" | "editor_name" | "title">>`
      select id, saved_at, member_name(editor_id) as editor_name, title
      from news_revisions where news_id = ${id} order by id desc`,
  ])
  return article ? revisions : null
}

/** One of them in full, or null. */
export const articleRevision = (db: Db, id: string, revision: number) => db.one<Revision>`
  select id, saved_at, member_name(editor_id) as editor_name, title, slug, excerpt, content,
    cover_image_url, country, language
  from news_revisions where news_id = ${id} and id = ${revision}`
