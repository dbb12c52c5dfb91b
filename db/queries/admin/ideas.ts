import {
  type ListedIdea,
  type NewIdea,
  newIdea,
  type Suggestion,
} from "../../../src/features/ideas/admin/schema.ts"
import type { LanguageUpdate } from "../../../src/schema/translations.ts"
import {
  type Db,
  insertRowQuery,
  listColumns,
  type Query,
  query,
  toColumnNames,
  toColumnValues,
  updateRowQuery,
} from "../../client.ts"
import { writeMany, writeRow } from "../content-version.ts"
import { type ListQuery, listAdminPage } from "../paging.ts"

const IDEA_COLUMNS = query`i.id, i.title, i.description, i.category, i.is_popular, i.status, i.reply, i.language,
  i.is_language_guessed, v.vote_count, i.created_at, i.updated_at`

export const listAdminIdeas = (db: Db, params: ListQuery) =>
  listAdminPage<ListedIdea>(
    db,
    "ideas",
    params,
    IDEA_COLUMNS,
    query`join ideas i on i.id = a.id cross join get_idea_vote_summary(array[i.id]) v`,
  )

const ideaQuery = (id: string): Query<ListedIdea & { content_version: number }> => query`
  select ${IDEA_COLUMNS}, (select version from content_state) as content_version
  from ideas i join get_idea_vote_summary(array[${id}::uuid]) v on v.idea_id = i.id`

export const getAdminIdea = async (db: Db, id: string) =>
  (await db.batch([ideaQuery(id)]))[0][0] ?? null

const WRITTEN_COLUMN_NAMES = [...listColumns(newIdea), "is_language_guessed"] as const

type IdeaInput = Omit<NewIdea, "language"> & LanguageUpdate

export const createIdea = (db: Db, id: string, idea: Required<IdeaInput>) =>
  writeRow(db, insertRowQuery("ideas", id, WRITTEN_COLUMN_NAMES, idea), ideaQuery(id))

export const editIdea = (db: Db, id: string, expectedUpdatedAt: string, edit: Partial<IdeaInput>) =>
  writeRow(
    db,
    updateRowQuery("ideas", WRITTEN_COLUMN_NAMES, id, expectedUpdatedAt, edit),
    ideaQuery(id),
  )

export const setPopular = (db: Db, id: string, isPopular: boolean) =>
  writeRow(
    db,
    query`update ideas set is_popular = ${isPopular} where id = ${id} and is_popular <> ${isPopular}`,
    ideaQuery(id),
  )

export const deleteIdeas = (db: Db, ids: string[]) =>
  writeMany(db, query`delete from ideas where id = any(${ids}::uuid[]) returning id`)

export const listAdminSuggestions = (db: Db, params: ListQuery) =>
  listAdminPage<Suggestion>(
    db,
    "suggestions",
    params,
    query`s.id, s.name, s.email::text as email, s.category, s.priority, s.title, s.description,
      s.language::text as language, s.received_at, s.read_at, s.idea_id`,
    query`join suggestions s on s.id = a.id`,
  )

export const changeSuggestions = (db: Db, ids: string[], action: "read" | "unread" | "delete") =>
  writeMany(
    db,
    action === "delete"
      ? query`delete from suggestions where id = any(${ids}::uuid[]) returning id`
      : query`
          update suggestions set read_at =
            case when ${action === "read"} then coalesce(read_at, date_trunc('milliseconds', now())) end
          where id = any(${ids}::uuid[])
          returning id`,
  )

/** Creates no idea if the suggestion already has one. `hasSuggestion` is false if the suggestion does not exist. */
export async function createIdeaFromSuggestion(
  db: Db,
  id: string,
  ideaId: string,
  idea: Required<IdeaInput>,
) {
  const [[suggestion], , , [row]] = await db.batch([
    query`select id from suggestions where id = ${id} for update`,
    query`
      insert into ideas (id, ${toColumnNames(WRITTEN_COLUMN_NAMES)})
      select ${ideaId}, ${toColumnValues(WRITTEN_COLUMN_NAMES, idea)}
      from suggestions where id = ${id} and idea_id is null`,
    query`
      update suggestions
      set idea_id = ${ideaId}, read_at = coalesce(read_at, date_trunc('milliseconds', now()))
      where id = ${id} and idea_id is null`,
    ideaQuery(ideaId),
  ])
  return { row: row ?? null, hasSuggestion: suggestion !== undefined }
}
