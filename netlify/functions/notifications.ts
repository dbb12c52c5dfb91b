/** The member's notifications. */
import type { Config } from "@netlify/functions"
import { markNotifications, notificationsPage } from "../../db/queries/notifications.ts"
import { markRead } from "../../src/features/notifications/schema.ts"
import { api, serve, signedIn } from "../lib/http/api.ts"
import { localeQuery, pageQuery, readBody } from "../lib/http/request.ts"

const PAGE_MAX = 30

const app = api()

app.get("/api/notifications", signedIn, async (c) => {
  const { rows, next } = await notificationsPage(c.var.db, localeQuery(c), pageQuery(c, PAGE_MAX))
  return c.json({ notifications: rows, next })
})

app.put("/api/notifications/read", async (c) =>
  c.json(await markNotifications(c.var.db, await readBody(c, markRead))),
)

export default serve(app)
export const config: Config = { path: ["/api/notifications", "/api/notifications/read"] }
