import {
  type NewRelease,
  newRelease,
  type SavedRelease,
} from "../../../src/features/releases/admin/schema.ts"
import {
  type Db,
  listColumns,
  type Query,
  query,
  toAssignments,
  toColumnNames,
  toColumnValues,
} from "../../client.ts"
import { writeMany, writeRow } from "../content-version.ts"
import { type ListQuery, listAdminPage } from "../paging.ts"
import { RELEASE, RELEASES } from "../releases.ts"

export const listAdminReleases = (db: Db, params: ListQuery) =>
  listAdminPage<SavedRelease>(
    db,
    "releases",
    params,
    RELEASE,
    query`join releases r on r.id = a.id join artists artist on artist.id = r.artist_id`,
  )

const selectRelease = (id: string): Query<SavedRelease> => query`
  select ${RELEASE}, (select version from content_state) as content_version
  from ${RELEASES} where r.id = ${id}`

export const getAdminRelease = async (db: Db, id: string) =>
  (await db.batch([selectRelease(id)]))[0][0] ?? null

const COLUMNS = listColumns(newRelease)

export const createRelease = (db: Db, id: string, release: NewRelease) =>
  writeRow(
    db,
    query`
      insert into releases (id, ${toColumnNames(COLUMNS)}) values (${id}, ${toColumnValues(COLUMNS, release)})`,
    selectRelease(id),
  )

export const editRelease = (db: Db, id: string, basedOn: string, edit: Partial<NewRelease>) =>
  writeRow(
    db,
    query`
      update releases set ${toAssignments(COLUMNS, edit)}
      where id = ${id} and updated_at = ${basedOn}::timestamptz
      returning id`,
    selectRelease(id),
  )

export const deleteReleases = (db: Db, ids: string[]) =>
  writeMany(db, query`delete from releases where id = any(${ids}::uuid[]) returning id`)
