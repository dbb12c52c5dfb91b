import type {
  ArticleRow,
  ListedRevision,
  NewsroomCounts,
  Revision,
  SavedArticle,
} from "../../../src/features/news/admin/schema.ts"
import {
  articleFields,
  type ChangedArticle,
  type NewArticle,
} from "../../../src/features/news/schema.ts"
import {
  type Db,
  listColumns,
  type Query,
  query,
  toAssignments,
  toColumnNames,
  toColumnValues,
} from "../../client.ts"
import { type RowChange, writeMany, writeRow } from "../content-version.ts"
import { type ListQuery, listAdminPage } from "../paging.ts"

/** Columns of a saved article or translation `n`. `translations` also has translations that exist only as drafts. */
const ARTICLE_ROW_COLUMNS = query`n.id, n.original_id, n.slug, n.title, n.excerpt, n.cover_image_url, n.cover_alt,
  n.cover_is_decoration, n.cover_focus_x, n.cover_focus_y, n.country, n.language, n.is_featured, n.is_published, n.published_at,
  n.publish_at, n.created_at, n.updated_at, n.text_changed_at, n.translated_from, n.author_id,
  n.reading_minutes, get_name_for_newsroom(n.author_id) as author_name,
  exists (select from news_drafts d where d.id = n.id) as has_draft,
  (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', v.id, 'language', v.language, 'is_published', v.is_published,
      'is_planned', v.publish_at is not null, 'is_outdated', v.translated_from < n.text_changed_at,
      'has_draft', exists (select from news_drafts d where d.id = v.id)
    )), '[]')
    from news v where v.original_id = n.id
  ) || (
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', d.id, 'language', d.language, 'is_published', false, 'is_planned', false,
      'is_outdated', false, 'has_draft', true
    )), '[]')
    from news_drafts d
    where d.original_id = n.id and not exists (select from news v where v.id = d.id)
  ) as translations`

export const listAdminNews = (db: Db, params: ListQuery) =>
  listAdminPage<ArticleRow>(
    db,
    "news",
    params,
    ARTICLE_ROW_COLUMNS,
    query`join news n on n.id = a.id`,
  )

/**
 * Counts published articles without an up-to-date translation, by language (`missing`). Also counts the viewer's tasks:
 * articles whose translation into a language of the viewer is outdated (`outdated`) or can be published (`to_publish`).
 */
export const countNewsroomTasks = (db: Db) => db.one<NewsroomCounts>`
  select
    count(*) filter (where exists (
      select from news t where t.original_id = n.id and t.translated_from < n.text_changed_at
        and t.language = any(list_newsroom_languages())
    ))::integer as outdated,
    count(*) filter (where awaits_publishing(n))::integer as to_publish,
    jsonb_build_object(
      'en', count(*) filter (where lacks_translation(n, 'en')),
      'lv', count(*) filter (where lacks_translation(n, 'lv')),
      'et', count(*) filter (where lacks_translation(n, 'et')),
      'lt', count(*) filter (where lacks_translation(n, 'lt')),
      'ru', count(*) filter (where lacks_translation(n, 'ru'))
    ) as missing
  from news n where n.original_id is null`

const isoTimeSql = (time: Query<unknown>) =>
  query`to_char(${time} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** `original.before` is the text of the original at the time of the translation, for a comparison. */
const articleQuery = (id: string) => query<SavedArticle>`
  select ${ARTICLE_ROW_COLUMNS}, n.content, n.content_html,
    get_name_for_newsroom(last.editor_id) as saved_by,
    coalesce(last.editor_id = (select current_viewer()), false) as is_saved_by_viewer,
    (select version from content_state) as content_version,
    (
      select jsonb_build_object(
        'id', o.id, 'language', o.language, 'title', o.title, 'excerpt', o.excerpt,
        'content', o.content, 'cover_alt', o.cover_alt, 'cover_is_decoration', o.cover_is_decoration,
        'cover_image_url', o.cover_image_url,
        'cover_focus_x', o.cover_focus_x, 'cover_focus_y', o.cover_focus_y,
        'is_published', o.is_published, 'text_changed_at', ${isoTimeSql(query`o.text_changed_at`)},
        'before', (
          select jsonb_build_object('title', r.title, 'excerpt', r.excerpt, 'content', r.content)
          from news_revisions r
          where r.news_id = o.id and r.text_changed_at <= n.translated_from
          order by r.id desc limit 1
        )
      )
      from news o where o.id = n.original_id
    ) as original
  from news n
    left join lateral (
      select r.editor_id from news_revisions r
      -- The revision of the last save can be slightly older than updated_at.
      where r.news_id = n.id and r.saved_at > n.updated_at - interval '2 seconds'
      order by r.id desc limit 1
    ) last on true
  where n.id = ${id}`

export const getArticleForEditing = async (db: Db, id: string) =>
  (await db.batch([articleQuery(id)]))[0][0] ?? null

export type ArticleInput = NewArticle & { id: string; content_html: string }

const WRITTEN_COLUMN_NAMES = [...listColumns(articleFields), "content_html"] as const

/** Columns of a new translation that the editor sets. */
const TRANSLATED_COLUMN_NAMES = [
  "title",
  "excerpt",
  "content",
  "content_html",
  "cover_alt",
  "language",
  "is_published",
  "publish_at",
] as const

const getDefinedColumns = <Column extends string>(columns: readonly Column[], row: object) =>
  columns.filter((column) => (row as Partial<Record<Column, unknown>>)[column] !== undefined)

/** Adds the deletion of the draft to an insert or update, unless the draft is newer than `version`. */
const withDraftDeletionQuery = (write: Query<unknown>, version: number) => query`
  with written as (${write}), deleted_draft as (
    delete from news_drafts d using written w where d.id = w.id and d.version <= ${version}
  )
  select id from written`

const publicationTimeSql = (is_published: boolean) =>
  query`case when ${is_published} then date_trunc('milliseconds', now()) end`

/**
 * Creates an article or translation. If its author repeats the request, updates the article unless another editor has
 * changed it.
 */
export function createArticle(db: Db, input: ArticleInput): Promise<RowChange<SavedArticle>> {
  const { id, original_id = null, translated_from = null, is_published, draft_version = 0 } = input
  const columns = getDefinedColumns(
    original_id ? TRANSLATED_COLUMN_NAMES : WRITTEN_COLUMN_NAMES,
    input,
  )
  const valuesSql = query`${toColumnValues(columns, input as never)}, ${publicationTimeSql(is_published)},
    current_viewer(), ${id}::uuid`
  const namesSql = query`${toColumnNames(columns)}, published_at, author_id, id`
  const onRepeatSql = query`
    on conflict (id) do update set ${toAssignments(columns, input as never)},
      published_at = coalesce(n.published_at, excluded.published_at)
    where n.author_id = (select current_viewer()) and not exists (
      select from news_revisions r
      where r.news_id = n.id and r.editor_id is distinct from (select current_viewer())
    )
    returning n.id`
  const write = original_id
    ? query`
      insert into news as n (${namesSql}, original_id, slug, translated_from)
      select ${valuesSql}, o.id, o.slug, coalesce(${translated_from}::timestamptz, o.text_changed_at)
      from news o where o.id = ${original_id} and o.original_id is null
      ${onRepeatSql}`
    : query`insert into news as n (${namesSql}) values (${valuesSql}) ${onRepeatSql}`
  return writeRow(db, withDraftDeletionQuery(write, draft_version), articleQuery(id))
}

/** A correction (`is_correction`) does not make translations outdated. */
export async function updateArticle(
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  input: Omit<ChangedArticle, "updated_at"> & { content_html?: string },
): Promise<RowChange<SavedArticle>> {
  const { is_correction = false, draft_version = 0, is_published = false } = input
  const columns = getDefinedColumns([...WRITTEN_COLUMN_NAMES, "translated_from"], input)
  const write = query`
    with correction as (
      select set_config('app.is_correction', ${is_correction ? "yes" : ""}, true)
    )
    update news n set ${columns.length > 0 ? query`${toAssignments(columns, input as never)},` : query``}
      published_at = coalesce(n.published_at, ${publicationTimeSql(is_published)})
    from correction
    where n.id = ${id} and n.updated_at = ${expectedUpdatedAt}
    returning n.id`
  return writeRow(db, withDraftDeletionQuery(write, draft_version), articleQuery(id))
}

/** `hide` unpublishes articles. */
export const changeNews = (db: Db, ids: string[], action: "publish" | "hide" | "delete") =>
  writeMany(
    db,
    action === "delete"
      ? query`delete from news where id = any(${ids}::uuid[]) returning id`
      : // Articles that already are in the requested state count as done.
        query`
          with existing as (
            select id from news where id = any(${ids}::uuid[])
          ), changed as (
            update news
            set is_published = ${action === "publish"}, publish_at = null,
              published_at = case when ${action === "publish"}
                then coalesce(published_at, date_trunc('milliseconds', now())) else published_at end
            where id in (select id from existing)
              and (is_published <> ${action === "publish"} or publish_at is not null)
          )
          select id from existing`,
  )

export const publishPlannedNews = async (db: Db): Promise<number> =>
  (await db.value<number>`select publish_planned_news()`) ?? 0

/** Returns null for an article that the viewer may not see. */
export async function listArticleRevisions(db: Db, id: string) {
  const [[article], revisions] = await db.batch([
    query<{ id: string }>`select id from news where id = ${id}`,
    query<ListedRevision>`
      select id, saved_at, get_name_for_newsroom(editor_id) as editor_name, title
      from news_revisions where news_id = ${id} order by id desc`,
  ])
  return article ? revisions : null
}

export const getArticleRevision = (db: Db, id: string, revision: number) => db.one<Revision>`
  select id, saved_at, get_name_for_newsroom(editor_id) as editor_name, title, slug, excerpt, content,
    cover_image_url, cover_alt, country, language
  from news_revisions where news_id = ${id} and id = ${revision}`
