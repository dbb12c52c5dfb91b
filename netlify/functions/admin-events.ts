/** Public events, for who runs the site. */
import type { Config } from "@netlify/functions"
import type { Context } from "hono"
import {
  adminEvent,
  adminEvents,
  createAdminEvent,
  deleteAdminEvent,
  editEvent,
} from "../../db/queries/admin-events.ts"
import { DEFAULT_TIME_ZONE } from "../../src/features/events/schema.ts"
import { eventSlug } from "../../src/features/events/slug.ts"
import {
  changedAdminEvent,
  type NewAdminEvent,
  newAdminEvent,
} from "../../src/features/events-admin/schema.ts"
import { api, serve, superAdmin } from "../lib/api.ts"
import { readBody, withId } from "../lib/body.ts"
import { listAsk } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { requestBuild } from "../lib/publish.ts"

const app = api().basePath("/api/admin/events")
app.use(superAdmin)

const idOf = (c: Context) => c.req.param("id") ?? ""

const withDefaults = (event: NewAdminEvent) => ({
  ...event,
  time_zone: event.time_zone ?? DEFAULT_TIME_ZONE,
  is_cancelled: event.is_cancelled ?? false,
})

app.get("/", async (c) => {
  const { rows, next } = await adminEvents(c.var.db, listAsk(c, "start"))
  return c.json({ events: rows, next })
})

app.post("/", async (c) => {
  const read = await readBody(c, newAdminEvent)
  if ("refusal" in read) return read.refusal
  const event = withDefaults(read.body)
  const id = crypto.randomUUID()
  const slug = eventSlug(event.title, event.start_date, event.time_zone)
  // The same title on the same day: this one's address gets a part of its own.
  const created = await createAdminEvent(c.var.db, id, [slug, `${slug}-${id.slice(0, 8)}`], event)
  await requestBuild("events")
  return c.json(created, 201)
})

app.get("/:id", withId, async (c) => {
  const event = await adminEvent(c.var.db, idOf(c))
  return event ? c.json(event) : problem("not_found")
})

app.patch("/:id", withId, async (c) => {
  const read = await readBody(c, changedAdminEvent)
  if ("refusal" in read) return read.refusal
  const { updated_at, ...edit } = read.body
  const { saved, event } = await editEvent(c.var.db, idOf(c), updated_at, withDefaults(edit))
  if (!event) return problem("not_found")
  if (!saved) return problem("stale", { current: event })
  await requestBuild("events")
  return c.json(event)
})

app.delete("/:id", withId, async (c) => {
  const version = await deleteAdminEvent(c.var.db, idOf(c))
  if (version === null) return problem("not_found")
  await requestBuild("events")
  return c.body(null, 204, { "content-version": String(version) })
})

export default serve(app)
export const config: Config = { path: ["/api/admin/events", "/api/admin/events/:id"] }
