import type { Config } from "@netlify/functions"
import {
  CHANGED_EVENT_COLUMN_NAMES,
  createEvent,
  eventQuery,
  findPublicEvent,
  listCalendarEvents,
  listUpcomingPublicEvents,
  NEW_EVENT_COLUMN_NAMES,
  updateEvent,
} from "../../db/queries/events.ts"
import {
  countDeletionRecipients,
  createSeries,
  deleteEvents,
  listSeriesDates,
  updateSeries,
} from "../../db/queries/series.ts"
import { VIEWER_FILTER } from "../../src/features/events/event.ts"
import {
  createEventSlug,
  EMPTY_VISITOR_INFO,
  eventUpdateSchema,
  type NewEvent,
  newEventSchema,
} from "../../src/features/events/form.ts"
import { DEFAULT_COLOR, DEFAULT_TIME_ZONE } from "../../src/features/events/schema.ts"
import { SCOPES } from "../../src/features/events/series/schema.ts"
import { getLocalDay } from "../../src/i18n/dates.ts"
import { DEFAULT_LOCALE } from "../../src/i18n/locales.ts"
import { SLUG_PATTERN } from "../../src/shared/slug.ts"
import { createNewSeries, refuseSeriesChangeUnlessStale } from "../lib/events/series.ts"
import { createApi, createHandler, identifyVisitor, requireMember } from "../lib/http/api.ts"
import { deliverAfterResponse } from "../lib/http/deliver-after.ts"
import { createProblem, refuse, requireFound, violatesReference } from "../lib/http/problem.ts"
import {
  readChange,
  readCountry,
  readNewRow,
  readPageQuery,
  readTime,
  requireUuid,
} from "../lib/http/request.ts"
import { cachePublicly } from "../lib/publishing/cdn-cache.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"

const MAX_SITE_EVENTS = 8
const MAX_PAGE_SIZE = 200

const app = createApi()

// With `scope=public`, responds with upcoming events without a team; otherwise, the next route responds.
app.get("/api/events", async (c, next) => {
  if (c.req.query("scope") !== "public") return next()
  const events = await listUpcomingPublicEvents(c.var.db, MAX_SITE_EVENTS)
  cachePublicly(c, "events")
  return c.json({ events })
})

app.get("/api/events", requireMember, async (c) => {
  const team = c.req.query("team") ?? null
  const { rows, next } = await listCalendarEvents(c.var.db, {
    ...readPageQuery(c, MAX_PAGE_SIZE),
    country: readCountry(c),
    isNearViewer: c.req.query("country") === VIEWER_FILTER,
    team: team && SLUG_PATTERN.test(team) ? team : null,
    from: readTime(c, "from"),
    to: readTime(c, "to"),
  })
  return c.json({ events: rows, next })
})

app.get("/api/events/:slug", async (c) => {
  const slug = c.req.param("slug")
  if (!SLUG_PATTERN.test(slug)) return createProblem("not_found")
  const event = await findPublicEvent(c.var.db, slug)
  if (event) {
    cachePublicly(c, "events")
    return c.json(event)
  }
  // Members of a hidden team and super admins still see its events, so a second query uses the member's rights.
  const visibleToMember = (await identifyVisitor(c)) ? await findPublicEvent(c.var.db, slug) : null
  return c.json(requireFound(visibleToMember))
})

const reportUnknownTeam = <Result>(write: Promise<Result>): Promise<Result> =>
  write.catch((error) => {
    if (violatesReference(error)) refuse("invalid", { errors: { team_id: "required" } })
    throw error
  })

const addDefaults = (event: NewEvent) => ({
  ...event,
  time_zone: event.time_zone ?? DEFAULT_TIME_ZONE,
  is_all_day: event.is_all_day ?? false,
  color: event.color ?? DEFAULT_COLOR,
})

app.post("/api/events", async (c) => {
  const { repeat, ...body } = await readNewRow(c, newEventSchema)
  const { language = DEFAULT_LOCALE, translations = {}, ...fields } = body
  const {
    prize = null,
    max_participants = null,
    registration_url = null,
    image_url = null,
  } = fields
  const optionalFields = { prize, max_participants, registration_url, image_url }
  const event = {
    ...EMPTY_VISITOR_INFO,
    ...addDefaults(fields),
    ...optionalFields,
    language,
    translations,
  }
  const slug = createEventSlug(event.title, event.start_date, event.time_zone)
  const series = createNewSeries(repeat, event)
  const created = await reportUnknownTeam(
    series
      ? createSeries(c.var.db, NEW_EVENT_COLUMN_NAMES, event, series, eventQuery).then(
          ({ row }) => row,
        )
      : createEvent(c.var.db, slug, event),
  )
  if (created.event_type === "public") await requestBuild("event")
  return c.json(created, 201)
})

app.patch("/api/events/:id", requireUuid, async (c) => {
  const { expectedUpdatedAt, change } = await readChange(c, eventUpdateSchema)
  // The scope "this" is one event; other scopes are several events of its series.
  const { scope = "this", with_edited = false, time_zone = DEFAULT_TIME_ZONE, ...fields } = change
  const id = c.req.param("id")
  const { row, saved, hasChangedSite } = await reportUnknownTeam(
    scope === "this"
      ? updateEvent(c.var.db, id, expectedUpdatedAt, { ...fields, time_zone: change.time_zone })
      : updateSeries(
          c.var.db,
          id,
          expectedUpdatedAt,
          CHANGED_EVENT_COLUMN_NAMES,
          { ...fields, time_zone },
          { scope, with_edited },
          eventQuery,
        ),
  )
  const storedEvent = requireFound(row)
  if (!storedEvent.may_edit) return createProblem("forbidden")
  if (!saved && scope !== "this") {
    const day = getLocalDay(fields.start_date, time_zone)
    refuseSeriesChangeUnlessStale(
      storedEvent,
      expectedUpdatedAt,
      day,
      storedEvent.team_id !== fields.team_id,
    )
  }
  if (!saved) return createProblem("stale", { current: row })
  if (hasChangedSite) await requestBuild("event")
  return c.json(row)
})

app.get("/api/events/:id/series", requireUuid, requireMember, async (c) =>
  c.json({ dates: await listSeriesDates(c.var.db, c.req.param("id")) }),
)

app.get("/api/events/:id/deletion", requireUuid, requireMember, async (c) =>
  c.json({ people: requireFound(await countDeletionRecipients(c.var.db, c.req.param("id"))) }),
)

app.delete("/api/events/:id", requireUuid, async (c) => {
  const requestedScope = c.req.query("scope") ?? "this"
  const scope = SCOPES.find((name) => name === requestedScope)
  if (!scope) return createProblem("invalid", { errors: { scope: "invalid" } })
  const { was_public } = requireFound(await deleteEvents(c.var.db, c.req.param("id"), scope))
  if (was_public) await requestBuild("event")
  await deliverAfterResponse(c)
  return c.body(null, 204)
})

export default createHandler(app)
export const config: Config = {
  path: ["/api/events", "/api/events/:id", "/api/events/:id/deletion", "/api/events/:id/series"],
}
