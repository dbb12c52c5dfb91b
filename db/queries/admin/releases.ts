import {
  type NewRelease,
  newRelease,
  type SavedRelease,
} from "../../../src/features/releases/admin/schema.ts"
import {
  type Db,
  insertRowQuery,
  listColumns,
  type Query,
  query,
  updateRowQuery,
} from "../../client.ts"
import { writeMany, writeRow } from "../content-version.ts"
import { type ListQuery, listAdminPage } from "../paging.ts"
import { RELEASE_COLUMNS, RELEASE_TABLES } from "../releases.ts"

export const listAdminReleases = (db: Db, params: ListQuery) =>
  listAdminPage<SavedRelease>(
    db,
    "releases",
    params,
    RELEASE_COLUMNS,
    query`join releases r on r.id = a.id join artists artist on artist.id = r.artist_id`,
  )

const releaseQuery = (id: string): Query<SavedRelease> => query`
  select ${RELEASE_COLUMNS}, (select version from content_state) as content_version
  from ${RELEASE_TABLES} where r.id = ${id}`

export const getAdminRelease = async (db: Db, id: string) =>
  (await db.batch([releaseQuery(id)]))[0][0] ?? null

const WRITTEN_COLUMN_NAMES = listColumns(newRelease)

export const createRelease = (db: Db, id: string, release: NewRelease) =>
  writeRow(db, insertRowQuery("releases", id, WRITTEN_COLUMN_NAMES, release), releaseQuery(id))

export const editRelease = (
  db: Db,
  id: string,
  expectedUpdatedAt: string,
  edit: Partial<NewRelease>,
) =>
  writeRow(
    db,
    updateRowQuery("releases", WRITTEN_COLUMN_NAMES, id, expectedUpdatedAt, edit),
    releaseQuery(id),
  )

export const deleteReleases = (db: Db, ids: string[]) =>
  writeMany(db, query`delete from releases where id = any(${ids}::uuid[]) returning id`)
