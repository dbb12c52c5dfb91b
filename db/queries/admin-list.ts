/** The admin area's lists: searched, sorted and filtered by `admin_rows()` of the database. */
import { type Page, pageOf } from "./cursor.ts"

export const SORTS = ["newest", "oldest", "name", "name_desc", "start", "start_desc"] as const

export type Sort = (typeof SORTS)[number]

export interface ListAsk {
  /** Part of what the list is searched by; capitals and accents do not matter. Empty for all. */
  search: string
  /** A filter that the list has; another fails with SQLSTATE 22023. */
  filter: string | null
  sort: Sort
  /** The position of the last row seen, null at the start. */
  cursor: [string, string] | null
  limit: number
}

/** Whether the rows come in the order of a name, not of a moment. */
export const isByName = (sort: Sort): boolean => sort === "name" || sort === "name_desc"

/** The page in rows that hold one more than asked for, without what only places them. */
export function listPage<Row extends { id: string; sort_value: string }>(
  rows: Row[],
  { limit }: ListAsk,
): Page<Omit<Row, "sort_value">> {
  const page = pageOf(rows, limit, (row) => [row.sort_value, row.id])
  return { ...page, rows: page.rows.map(({ sort_value: _, ...row }) => row) }
}
