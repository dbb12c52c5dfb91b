/** What lists are asked with. */
import type { Context } from "hono"
import { isByName, type ListAsk, SORTS, type Sort } from "../../db/queries/admin-list.ts"
import type { CountryCode } from "../../db/queries/codes.ts"
import { decodeCursor } from "../../db/queries/cursor.ts"

/** `limit` (1 to `most`) and the position that `cursor` names, null at the start. */
export function pageQuery(c: Context, most: number) {
  const limit = Number.parseInt(c.req.query("limit") ?? "", 10)
  const cursor = c.req.query("cursor")
  return {
    limit: Number.isNaN(limit) ? most : Math.min(Math.max(limit, 1), most),
    cursor: cursor ? decodeCursor(cursor) : null,
  }
}

/** The country that `country` names, null for any other word. */
export function countryQuery(c: Context): CountryCode | null {
  const country = c.req.query("country")
  return country === "ee" || country === "lv" || country === "lt" ? country : null
}

/** The moment that a parameter names, null for none. */
export function momentQuery(c: Context, name: string): string | null {
  const moment = Date.parse(c.req.query(name) ?? "")
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

/** The longest search; what is longer finds nothing more. */
const SEARCH_MAX = 100
const ADMIN_PAGE_MAX = 50

const isSort = (text: string): text is Sort => SORTS.some((sort) => sort === text)
/** Only what has a beginning is sorted by it. */
const isOfEvents = (sort: Sort) => sort === "start" || sort === "start_desc"

/** What a list of the admin area is asked for; an unknown order is the list's own. */
export function listAsk(c: Context, usual: Sort = "newest"): ListAsk {
  const asked = c.req.query("sort") ?? ""
  const sort = isSort(asked) && (isOfEvents(usual) || !isOfEvents(asked)) ? asked : usual
  const cursor = c.req.query("cursor")
  const { limit } = pageQuery(c, ADMIN_PAGE_MAX)
  return {
    search: (c.req.query("search") ?? "").trim().slice(0, SEARCH_MAX),
    filter: c.req.query("filter") || null,
    sort,
    cursor: cursor ? decodeCursor(cursor, isByName(sort) ? () => true : undefined) : null,
    limit,
  }
}

/** What became of each of many: those that are not among the done ones were not there. */
export const resultsOf = (ids: string[], done: string[]) =>
  ids.map((id) =>
    // The database answers in small letters.
    done.includes(id.toLowerCase()) ? { id, ok: true } : { id, ok: false, code: "not_found" },
  )
