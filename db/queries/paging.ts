/** Paging by cursor. A cursor contains the position of the last row seen, so new rows do not shift pages. */
import type { Sort } from "../../src/features/admin/list/query.ts"
import { type Db, type Query, query } from "../client.ts"

export interface Page<Row> {
  rows: Row[]
  /** Cursor of the next page; absent on the last one. */
  next?: string
}

/** The value that a list is ordered by, and the row's id. */
export type Position = [string, string]

const encode = (position: Position) => Buffer.from(JSON.stringify(position)).toString("base64url")

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const isTime = (text: string) => TIME.test(text) && !Number.isNaN(Date.parse(text))

/** Decodes a cursor and checks its value with `isValue`; null for an invalid one. */
export function decodeCursor(
  cursor: string,
  isValue: (text: string) => boolean = isTime,
): Position | null {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString())
    if (!Array.isArray(position)) return null
    const [value, id] = position
    const isValid =
      typeof value === "string" && isValue(value) && typeof id === "string" && ID.test(id)
    return isValid ? [value, id] : null
  } catch {
    return null
  }
}

/** Returns the page in `rows`, which contain one row more than `limit` when another page follows. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  position: (row: Row) => Position,
): Page<Row> {
  const last = rows.length > limit ? rows[limit - 1] : undefined
  return last ? { rows: rows.slice(0, limit), next: encode(position(last)) } : { rows }
}

/** A page of a log, whose rows are numbered. */
export interface LogPage {
  /** The id of the last row seen. */
  cursor: number | null
  limit: number
}

/** Returns the page of a log in `rows`, and the cursor of the next page, if there is one. */
export function toLogPage<Row extends { id: number }>(rows: Row[], limit: number) {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? String(shown.at(-1)?.id) : undefined }
}

/** Returns whether rows are sorted by name instead of by date. */
export const isByName = (sort: Sort): boolean => sort === "name" || sort === "name_desc"

/** Parameters of a list in the admin area. */
export interface ListQuery {
  /** Search text, ignoring case and accents; empty for all rows. */
  search: string
  /** One of the list's filters. An unknown filter is an error. */
  filter: string | null
  sort: Sort
  /** Position of the last row seen, null at the start. */
  cursor: Position | null
  limit: number
}

/** Arguments of list functions in SQL. They request one row more than the page has, to detect a next page. */
export const listArguments = ({ search, filter, sort, cursor, limit }: ListQuery) =>
  query`${search}, ${filter}, ${sort}, ${cursor?.[0] ?? null}, ${cursor?.[1] ?? null}, ${limit + 1}`

/** A page's ids, found by `list_admin_rows()`, as a table `a (id, sort_value, place)`. */
export const adminRowIds = (list: string, params: ListQuery) =>
  query`list_admin_rows(${list}, ${listArguments(params)}) with ordinality as a (id, sort_value, place)`

/**
 * Returns the page in the rows of a list in the admin area, whose `sort_value` is the value that they are ordered by. The
 * list fails with insufficient_privilege for everyone but super admins.
 */
export async function listPage<Row extends { id: string; sort_value: string }>(
  { limit }: ListQuery,
  rows: Promise<Row[]>,
): Promise<Page<Omit<Row, "sort_value">>> {
  const page = toPage(await rows, limit, (row) => [row.sort_value, row.id])
  return { ...page, rows: page.rows.map(({ sort_value: _, ...row }) => row) }
}

/** Returns a page of a list whose ids `list_admin_rows()` finds. `joins` adds the tables of the columns to `a (id)`. */
export const adminPage = <Row extends { id: string }>(
  db: Db,
  list: string,
  params: ListQuery,
  columns: Query<unknown>,
  joins: Query<unknown>,
) =>
  listPage(
    params,
    db.many<Listed<Row>>`
    select ${columns}, a.sort_value from ${adminRowIds(list, params)} ${joins} order by a.place`,
  )

/** A row of a list with its position in the order. */
export type Listed<Row> = Row & { sort_value: string }
