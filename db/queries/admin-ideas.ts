/** Ideas, as who runs the site sees and changes them. */
import { type Db, type Query, query } from "../client.ts"
import { type ListAsk, listPage } from "./admin-list.ts"
import { siteVersion } from "./content-version.ts"

export type IdeaStatus = "open" | "planned" | "done" | "declined"

/** What the form sets. */
export interface IdeaInput {
  title: string
  description: string
  category: string
  is_popular: boolean
  status: IdeaStatus
  /** What voters are told. */
  reply: string | null
}

export interface AdminIdea extends IdeaInput {
  id: string
  vote_count: number
  created_at: string
  updated_at: string
}

/** One page of all ideas. */
export async function adminIdeas(db: Db, ask: ListAsk) {
  const [value = null, id = null] = ask.cursor ?? []
  const rows = await db.many<AdminIdea & { sort_value: string }>`
    with page as (
      select a.id, a.sort_value, a.place
      from admin_rows('ideas', ${ask.search}, ${ask.filter}, ${ask.sort}, ${value}, ${id},
        ${ask.limit + 1}) with ordinality as a (id, sort_value, place)
    )
    select i.id, i.title, i.description, i.category, i.is_popular, i.status, i.reply, v.vote_count,
      i.created_at, i.updated_at, page.sort_value
    from page
    join ideas i on i.id = page.id
    join get_idea_vote_summary((select coalesce(array_agg(id), '{}') from page)) v on v.idea_id = page.id
    order by page.place`
  return listPage(rows, ask)
}

const ideaById = (id: string): Query<AdminIdea & { content_version: number }> => query`
  select i.id, i.title, i.description, i.category, i.is_popular, i.status, i.reply, v.vote_count,
    i.created_at, i.updated_at, (select version from content_state) as content_version
  from ideas i join get_idea_vote_summary(array[${id}::uuid]) v on v.idea_id = i.id`

/** An idea with the present content version, or null. */
export const adminIdea = async (db: Db, id: string) =>
  (await db.batch([ideaById(id)]))[0][0] ?? null

const insertIdea = (id: string, idea: IdeaInput) => query`
  insert into ideas (id, title, description, category, is_popular, status, reply)
  values (${id}, ${idea.title}, ${idea.description}, ${idea.category}, ${idea.is_popular},
    ${idea.status}, ${idea.reply})`

export async function createIdea(db: Db, id: string, idea: IdeaInput) {
  const [, [created = null]] = await db.batch([insertIdea(id, idea), ideaById(id)])
  return created
}

/** Saves an idea that is as it was at `basedOn`; `idea` is how it stands now, null when there is none. */
export async function editIdea(db: Db, id: string, basedOn: string, edit: IdeaInput) {
  const [[before], updated, [idea = null]] = await db.batch([
    siteVersion(),
    query<{ id: string }>`
      update ideas set title = ${edit.title}, description = ${edit.description},
        category = ${edit.category}, is_popular = ${edit.is_popular}, status = ${edit.status},
        reply = ${edit.reply}
      where id = ${id} and updated_at = ${basedOn}::timestamptz
      returning id`,
    ideaById(id),
  ])
  return {
    saved: updated.length > 0,
    idea,
    changedSite: idea?.content_version !== before?.version,
  }
}

/** Puts an idea among the popular ones, or takes it out; `idea` is null when there is none. */
export async function setPopular(db: Db, id: string, isPopular: boolean) {
  const [changed, [idea = null]] = await db.batch([
    query<{ id: string }>`
      update ideas set is_popular = ${isPopular} where id = ${id} and is_popular <> ${isPopular}
      returning id`,
    ideaById(id),
  ])
  return { idea, hasChanged: changed.length > 0 }
}

/** Deletes an idea with its votes; what it leaves to do, or null when there is none. */
export async function deleteIdea(db: Db, id: string) {
  const [[deleted], [state]] = await db.batch([
    query<{ was_popular: boolean }>`
      delete from ideas where id = ${id} returning is_popular as was_popular`,
    siteVersion(),
  ])
  return deleted ? { ...deleted, content_version: state?.version ?? 0 } : null
}

export interface Suggestion {
  id: string
  /** Name and address go after a year, and with their account. */
  name: string | null
  email: string | null
  category: string
  priority: string
  title: string
  description: string
  language: string
  received_at: string
  read_at: string | null
  /** The idea that was made of it. */
  idea_id: string | null
}

/** One page of what people suggested. */
export async function adminSuggestions(db: Db, ask: ListAsk) {
  const [value = null, id = null] = ask.cursor ?? []
  const rows = await db.many<Suggestion & { sort_value: string }>`
    select s.id, s.name, s.email::text as email, s.category, s.priority, s.title, s.description,
      s.language::text as language, s.received_at, s.read_at, s.idea_id, a.sort_value
    from admin_rows('suggestions', ${ask.search}, ${ask.filter}, ${ask.sort}, ${value}, ${id},
      ${ask.limit + 1}) with ordinality as a (id, sort_value, place)
    join suggestions s on s.id = a.id
    order by a.place`
  return listPage(rows, ask)
}

/** Marks these as read, or as not; the ids of those that were there. */
export async function markSuggestions(db: Db, ids: string[], isRead: boolean): Promise<string[]> {
  const rows = await db.many<{ id: string }>`
    update suggestions
    set read_at = case when ${isRead} then coalesce(read_at, date_trunc('milliseconds', now())) end
    where id = any(${ids}::uuid[])
    returning id`
  return rows.map(({ id }) => id)
}

/** Deletes these; the ids of those that were there. */
export async function deleteSuggestions(db: Db, ids: string[]): Promise<string[]> {
  const rows = await db.many<{ id: string }>`
    delete from suggestions where id = any(${ids}::uuid[]) returning id`
  return rows.map(({ id }) => id)
}

/**
 * Makes an idea of a suggestion, once: the second of two finds the first one's. Null when there is no such
 * suggestion.
 */
export async function ideaOfSuggestion(db: Db, id: string, ideaId: string, idea: IdeaInput) {
  const [, , , [row]] = await db.batch([
    query`select id from suggestions where id = ${id} for update`,
    query`
      insert into ideas (id, title, description, category, is_popular, status, reply)
      select ${ideaId}, ${idea.title}, ${idea.description}, ${idea.category}, ${idea.is_popular},
        ${idea.status}, ${idea.reply}
      from suggestions where id = ${id} and idea_id is null`,
    query`
      update suggestions
      set idea_id = ${ideaId}, read_at = coalesce(read_at, date_trunc('milliseconds', now()))
      where id = ${id} and idea_id is null`,
    query<{ idea_id: string; content_version: number }>`
      select idea_id, (select version from content_state) as content_version
      from suggestions where id = ${id}`,
  ])
  return row ? { ...row, isNew: row.idea_id === ideaId } : null
}
