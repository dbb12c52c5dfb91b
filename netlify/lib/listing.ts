/** What lists are asked with. */
import type { Context } from "hono"
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
