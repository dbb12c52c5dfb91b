/** Events: what everybody sees, and the member's calendar. */
import type { Config } from "@netlify/functions"
import {
  calendarPage,
  createEvent,
  deleteEvent,
  publicEventBySlug,
  upcomingPublicEvents,
  updateEvent,
} from "../../db/queries/events.ts"
import {
  changedEvent,
  DEFAULT_COLOR,
  DEFAULT_TIME_ZONE,
  type NewEvent,
  newEvent,
} from "../../src/features/events/schema.ts"
import { eventSlug } from "../../src/features/events/slug.ts"
import { SLUG_PATTERN } from "../../src/slug.ts"
import { api, serve, signedIn } from "../lib/api.ts"
import { readBody, withId } from "../lib/body.ts"
import { violatesReference } from "../lib/errors.ts"
import { countryQuery, momentQuery, pageQuery } from "../lib/listing.ts"
import { problem } from "../lib/problem.ts"
import { cachePublicly } from "../lib/public-cache.ts"
import { requestBuild } from "../lib/publish.ts"

/** What the home page lists. */
const HOME_EVENTS = 8
const PAGE_MAX = 200

const app = api()

app.get("/api/events", async (c, next) => {
  if (c.req.query("scope") !== "public") return next()
  const events = await upcomingPublicEvents(c.var.db, HOME_EVENTS)
  cachePublicly(c, "events")
  return c.json({ events })
})

app.get("/api/events", signedIn, async (c) => {
  const team = c.req.query("team") ?? null
  const { rows, next } = await calendarPage(c.var.db, {
    ...pageQuery(c, PAGE_MAX),
    country: countryQuery(c),
    team: team && SLUG_PATTERN.test(team) ? team : null,
    from: momentQuery(c, "from"),
    to: momentQuery(c, "to"),
  })
  return c.json({ events: rows, next })
})

app.get("/api/events/:slug", async (c) => {
  const slug = c.req.param("slug")
  const event = SLUG_PATTERN.test(slug) ? await publicEventBySlug(c.var.db, slug) : null
  if (!event) return problem("not_found")
  cachePublicly(c, "events")
  return c.json(event)
})

/** Runs a write; a team that is not there is the writer's to choose anew. */
async function orNoTeam(write: () => Promise<Response>): Promise<Response> {
  try {
    return await write()
  } catch (error) {
    if (violatesReference(error)) return problem("invalid", { errors: { team_id: "required" } })
    throw error
  }
}

const withDefaults = (event: NewEvent) => ({
  ...event,
  time_zone: event.time_zone ?? DEFAULT_TIME_ZONE,
  color: event.color ?? DEFAULT_COLOR,
})

app.post("/api/events", signedIn, async (c) => {
  const read = await readBody(c, newEvent)
  if ("refusal" in read) return read.refusal
  const event = withDefaults(read.body)
  const id = crypto.randomUUID()
  return orNoTeam(async () => {
    const slug = eventSlug(event.title, event.start_date, event.time_zone)
    // The same title on the same day: this one's address gets a part of its own.
    const slugs: [string, string] = [slug, `${slug}-${id.slice(0, 8)}`]
    const created = await createEvent(c.var.db, id, slugs, event)
    if (created.event_type === "public") await requestBuild("events")
    return c.json(created, 201)
  })
})

app.patch("/api/events/:id", withId, signedIn, async (c) => {
  const read = await readBody(c, changedEvent)
  if ("refusal" in read) return read.refusal
  const { updated_at, is_cancelled = null, ...fields } = read.body
  return orNoTeam(async () => {
    const change = await updateEvent(c.var.db, c.req.param("id"), updated_at, {
      ...withDefaults(fields),
      is_cancelled,
    })
    if (!change.event) return problem("not_found")
    if (!change.event.may_edit) return problem("forbidden")
    if (!change.saved) return problem("stale", { current: change.event })
    if (change.changedSite) await requestBuild("events")
    return c.json(change.event)
  })
})

app.delete("/api/events/:id", withId, signedIn, async (c) => {
  const deleted = await deleteEvent(c.var.db, c.req.param("id"))
  if (!deleted) return problem("not_found")
  if (deleted.was_public) await requestBuild("events")
  return c.body(null, 204)
})

export default serve(app)
export const config: Config = { path: ["/api/events", "/api/events/:id"] }
