/** Pages of lists. A cursor is the position of a page's last row, so that new rows do not shift the next pages. */
import type { Sort } from "../../src/features/admin/list/query.ts"
import { type Db, type Query, query } from "../client.ts"

export interface Page<Row> {
  rows: Row[]
  /** Absent on the last page. */
  next?: string
}

/** The sort value and the row's id. */
export type Position = [string, string]

const encodeCursor = (position: Position) =>
  Buffer.from(JSON.stringify(position)).toString("base64url")

const ISO_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isTime = (text: string) => ISO_TIME.test(text) && !Number.isNaN(Date.parse(text))

/** Returns null for an invalid cursor. `isValue` checks the sort value. */
export function decodeCursor(
  cursor: string,
  isValue: (text: string) => boolean = isTime,
): Position | null {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString())
    if (!Array.isArray(position)) return null
    const [value, id] = position
    const isValid =
      typeof value === "string" && isValue(value) && typeof id === "string" && UUID.test(id)
    return isValid ? [value, id] : null
  } catch {
    return null
  }
}

/** Returns a page of at most `limit` rows. Callers must query `limit + 1` rows: an additional row means a next page. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  getPosition: (row: Row) => Position,
): Page<Row> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last ? { rows: rows.slice(0, limit), next: encodeCursor(getPosition(last)) } : { rows }
}

/** Selects a page of a log, which is sorted by id with the newest row first. */
export interface LogPageQuery {
  /** The id of the last row of the previous page. */
  cursor: number | null
  limit: number
}

export function toLogPage<Row extends { id: number }>(rows: Row[], limit: number) {
  const pageRows = rows.slice(0, limit)
  return { rows: pageRows, next: rows.length > limit ? String(pageRows.at(-1)?.id) : undefined }
}

export const sortsByName = (sort: Sort): boolean => sort === "name" || sort === "name_desc"

export interface ListQuery {
  search: string
  /** Name of a filter of the list. Postgres raises an error for an unknown name. */
  filter: string | null
  sort: Sort
  cursor: Position | null
  limit: number
}

/** SQL arguments of the list functions. The last one requests one row more than the page has, to detect a next page. */
export const listArgumentsSql = ({ search, filter, sort, cursor, limit }: ListQuery) =>
  query`${search}, ${filter}, ${sort}, ${cursor?.[0] ?? null}, ${cursor?.[1] ?? null}, ${limit + 1}`

/** SQL table `a` of one page of an admin list: the ids in order, with the values that they are sorted by. */
export const adminRowIdsSql = (list: string, params: ListQuery) =>
  query`list_admin_rows(${list}, ${listArgumentsSql(params)}) with ordinality as a (id, sort_value, list_position)`

/** Returns a page without the sort values. Fails with insufficient_privilege if the viewer may not see the list. */
export async function toAdminPage<Row extends { id: string; sort_value: string }>(
  { limit }: ListQuery,
  rows: Promise<Row[]>,
): Promise<Page<Omit<Row, "sort_value">>> {
  const page = toPage(await rows, limit, (row) => [row.sort_value, row.id])
  return { ...page, rows: page.rows.map(({ sort_value: _, ...row }) => row) }
}

/** `joins` adds tables to the table `a` of {@link adminRowIdsSql}. */
export const listAdminPage = <Row extends { id: string }>(
  db: Db,
  list: string,
  params: ListQuery,
  columns: Query<unknown>,
  joins: Query<unknown>,
) =>
  toAdminPage(
    params,
    db.many<WithSortValue<Row>>`
    select ${columns}, a.sort_value from ${adminRowIdsSql(list, params)} ${joins} order by a.list_position`,
  )

export type WithSortValue<Row> = Row & { sort_value: string }
