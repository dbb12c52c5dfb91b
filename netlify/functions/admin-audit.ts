/** The audit log, for who runs the site. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import { auditPage } from "../../db/queries/audit.ts"
import { api, serve, superAdmin } from "../lib/api.ts"
import { isUuid } from "../lib/body.ts"
import { momentQuery, pageQuery } from "../lib/listing.ts"

const PAGE_MAX = 50

const app = api()

const idQuery = (c: Context, name: string): string | null => {
  const id = c.req.query(name) ?? ""
  return isUuid(id) ? id : null
}

/** The name of a table and its act, or the beginning of one. */
const ACTION = /^[a-z_.]{0,60}$/
const CURSOR = /^\d{1,15}$/

app.get("/api/admin/audit", superAdmin, async (c) => {
  const action = c.req.query("action") ?? ""
  const cursor = c.req.query("cursor") ?? ""
  const { rows, next } = await auditPage(c.var.db, {
    action: ACTION.test(action) ? action : "",
    actor: idQuery(c, "actor"),
    target: idQuery(c, "target"),
    since: momentQuery(c, "since"),
    until: momentQuery(c, "until"),
    cursor: CURSOR.test(cursor) ? Number(cursor) : null,
    limit: pageQuery(c, PAGE_MAX).limit,
  })
  return c.json({ audit: rows, next: next === undefined ? undefined : String(next) })
})

export default serve(app)
export const config: Config = { path: "/api/admin/audit" }
