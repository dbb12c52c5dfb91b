/** What lists are asked with. */
import type { Context } from "hono"
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
