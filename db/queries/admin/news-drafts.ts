import type { Presence } from "../../../src/features/admin/editor/schema.ts"
import type { Draft } from "../../../src/features/news/admin/schema.ts"
import { type Db, query } from "../../client.ts"

/**
 * Columns of a draft `d`. A draft has the id of the article or translation whose unsaved changes it contains. A new
 * article or translation gets the id of its draft when it is saved.
 */
const DRAFT_COLUMNS = query`d.id, d.original_id, d.language, d.form, d.based_on, d.version, d.saved_at,
  get_name_for_newsroom(d.editor_id) as editor_name, coalesce(d.editor_id = (select current_viewer()), false) as is_own`

export const getNewsDraft = (db: Db, id: string) =>
  db.one<Draft>`select ${DRAFT_COLUMNS} from news_drafts d where d.id = ${id}`

/** Returns drafts of new articles that were never saved as an article. */
export const listUnsavedArticles = (db: Db) => db.many<Draft>`
  select ${DRAFT_COLUMNS} from news_drafts d
  where d.original_id is null and not exists (select from news n where n.id = d.id)
  order by d.saved_at desc`

const presenceQuery = (id: string) => query<Presence>`
  select
    array(
      select coalesce(get_name_for_newsroom(p.user_id), '') from news_presence p
      where p.article_id = ${id} and p.user_id <> (select current_viewer())
        and p.seen_at > now() - interval '45 seconds'
      order by p.user_id
    ) as editors,
    (
      select jsonb_build_object('version', d.version, 'editor_name', get_name_for_newsroom(d.editor_id))
      from news_drafts d where d.id = ${id}
    ) as draft,
    (select updated_at from news n where n.id = ${id}) as updated_at`

const recordPresenceQuery = (id: string) => query`
  insert into news_presence (article_id, user_id) values (${id}, current_viewer())
  on conflict (article_id, user_id) do update set seen_at = now()`

/**
 * Records that the viewer has the article open. Returns the other editors who have it open, the version of the draft,
 * and the time of the article's last change.
 */
export async function recordPresence(db: Db, id: string): Promise<Presence | null> {
  const [, , [presence]] = await db.batch([
    recordPresenceQuery(id),
    query`
      delete from news_presence
      where user_id = current_viewer() and seen_at < now() - interval '1 day'`,
    presenceQuery(id),
  ])
  return presence ?? null
}

export const endPresence = (db: Db, id: string) =>
  db.one`delete from news_presence where article_id = ${id} and user_id = current_viewer()`

/** Returns false if the article does not exist. */
export const notifyOfFinishedArticle = (db: Db, id: string) =>
  db.value<boolean>`select notify_publishers(${id})`

/** Stores a draft. Stores nothing if the stored draft has another version than `version` and another form. */
export async function storeDraft(
  db: Db,
  draft: Pick<Draft, "id" | "original_id" | "language" | "form" | "based_on" | "version">,
): Promise<{ stored: boolean; draft: Draft | null }> {
  const { id, original_id, language, based_on, version } = draft
  const form = JSON.stringify(draft.form)
  const [written, , [current = null]] = await db.batch([
    query`
      insert into news_drafts as d (id, original_id, language, form, based_on, editor_id)
      values (${id}, ${original_id}, ${language}, ${form}::jsonb, ${based_on}, current_viewer())
      on conflict (id) do update
      set form = excluded.form, language = excluded.language, based_on = excluded.based_on,
        editor_id = excluded.editor_id, version = d.version + 1,
        saved_at = date_trunc('milliseconds', now())
      where d.version = ${version} or d.form = excluded.form
      returning d.id`,
    recordPresenceQuery(id),
    query<Draft>`select ${DRAFT_COLUMNS} from news_drafts d where d.id = ${id}`,
  ])
  return { stored: written.length > 0, draft: current }
}

export const findTranslation = (db: Db, draft: Pick<Draft, "original_id" | "language">) =>
  db.one<{ id: string }>`
    select id from news where original_id = ${draft.original_id} and language = ${draft.language}
    union all
    select id from news_drafts
    where original_id = ${draft.original_id} and language = ${draft.language}
    limit 1`

/** Deletes the draft, unless a newer version is stored. */
export const discardDraft = (db: Db, id: string, version: number) =>
  db.one`delete from news_drafts where id = ${id} and version <= ${version}`

const countPreviewsQuery = (article: string) => query<{ count: number }>`
  select count(*)::integer as count from news_previews where article_id = ${article}`

export const countPreviews = async (db: Db, article: string): Promise<number> =>
  (await db.batch([countPreviewsQuery(article)]))[0][0]?.count ?? 0

/**
 * Adds a preview link of an article. `hash` is the SHA-256 hash of its token in hexadecimal. Returns the article's
 * number of preview links; null if the article does not exist.
 */
export async function addPreview(db: Db, article: string, hash: string): Promise<number | null> {
  const [added, [previews]] = await db.batch([
    query`
      insert into news_previews (token_hash, article_id)
      select decode(${hash}, 'hex'), id from news where id = ${article}
      returning article_id`,
    countPreviewsQuery(article),
  ])
  return added.length > 0 ? (previews?.count ?? 0) : null
}

export const revokePreviews = (db: Db, article: string) =>
  db.one`delete from news_previews where article_id = ${article}`
