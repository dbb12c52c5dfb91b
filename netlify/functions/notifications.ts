import type { Config } from "@netlify/functions"
import {
  changePreference,
  listNotifications,
  listPreferencesOfViewer,
  markNotifications,
  markOpenedNotifications,
} from "../../db/queries/notifications.ts"
import { markRead, openedBody, preferenceChange } from "../../src/features/notifications/schema.ts"
import { isTopic } from "../../src/features/notifications/topics.ts"
import { createApi, createHandler, requireMember } from "../lib/http/api.ts"
import { createProblem } from "../lib/http/problem.ts"
import { readBody, readLocale, readPageQuery } from "../lib/http/request.ts"

const MAX_PAGE_SIZE = 30

const app = createApi()

app.get("/api/notifications", requireMember, async (c) => {
  const { rows, next } = await listNotifications(
    c.var.db,
    readLocale(c),
    readPageQuery(c, MAX_PAGE_SIZE),
  )
  return c.json({ notifications: rows, next })
})

app.put("/api/notifications/read", async (c) =>
  c.json(await markNotifications(c.var.db, await readBody(c, markRead))),
)

app.put("/api/notifications/opened", async (c) =>
  c.json(await markOpenedNotifications(c.var.db, await readBody(c, openedBody))),
)

app.get("/api/notifications/preferences", requireMember, async (c) =>
  c.json({ preferences: await listPreferencesOfViewer(c.var.db) }),
)

app.patch("/api/notifications/preferences/:topic", async (c) => {
  const topic = c.req.param("topic")
  if (!isTopic(topic)) return createProblem("not_found")
  return c.json(await changePreference(c.var.db, topic, await readBody(c, preferenceChange)))
})

export default createHandler(app)
export const config: Config = {
  path: [
    "/api/notifications",
    "/api/notifications/read",
    "/api/notifications/opened",
    "/api/notifications/preferences",
    "/api/notifications/preferences/:topic",
  ],
}
