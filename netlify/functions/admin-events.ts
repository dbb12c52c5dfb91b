import type { Config } from "@netlify/functions"
import {
  createAdminEvent,
  deleteAdminEvents,
  editEvent,
  editEvents,
  getAdminEvent,
  listAdminEvents,
  setEventHidden,
} from "../../db/queries/admin/events.ts"
import {
  addedAdminEvent,
  changedAdminEvent,
  type NewAdminEvent,
} from "../../src/features/events/admin/schema.ts"
import { createEventSlug, EMPTY_VISITOR_INFO } from "../../src/features/events/form.ts"
import { DEFAULT_TIME_ZONE } from "../../src/features/events/schema.ts"
import { hiddenBody } from "../../src/features/reports/schema.ts"
import { getLocalDay } from "../../src/i18n/dates.ts"
import { DEFAULT_LOCALE } from "../../src/i18n/locales.ts"
import { createNewSeries, refuseSeriesChangeUnlessStale } from "../lib/events/series.ts"
import {
  createDeleteRoute,
  createListRoute,
  createReadRoute,
  createSaveRoute,
  createUpdateRoute,
  respondWithRow,
} from "../lib/http/admin-routes.ts"
import { createApi, createHandler, requireSuperAdmin } from "../lib/http/api.ts"
import { deliverAfterWrites } from "../lib/http/deliver-after.ts"
import { readNewRow, requireUuid } from "../lib/http/request.ts"

const app = createApi().basePath("/api/admin/events")
app.get("*", requireSuperAdmin)
app.use(deliverAfterWrites)

const addDefaults = (event: NewAdminEvent) => ({
  ...EMPTY_VISITOR_INFO,
  ...event,
  time_zone: event.time_zone ?? DEFAULT_TIME_ZONE,
  is_all_day: event.is_all_day ?? false,
  is_cancelled: event.is_cancelled ?? false,
})

app.get("/", createListRoute("events", listAdminEvents, "start"))
app.get("/:id", requireUuid, createReadRoute(getAdminEvent))

app.post("/", async (c) => {
  const { repeat, ...body } = await readNewRow(c, addedAdminEvent)
  const { language = DEFAULT_LOCALE, translations = {}, ...fields } = body
  const event = { ...addDefaults(fields), language, translations }
  const slug = createEventSlug(event.title, event.start_date, event.time_zone)
  const created = await createAdminEvent(c.var.db, slug, event, createNewSeries(repeat, event))
  return respondWithRow(c, "event", created, 201)
})

app.patch(
  "/:id",
  requireUuid,
  createSaveRoute(changedAdminEvent, "event", async (db, id, expectedUpdatedAt, change) => {
    const { scope = "this", with_edited = false, ...event } = change
    // The scope "this" is one event; other scopes are several events of its series.
    if (scope === "this") return editEvent(db, id, expectedUpdatedAt, event)
    const result = await editEvents(db, id, expectedUpdatedAt, event, { scope, with_edited })
    if (result.row && !result.saved) {
      const day = getLocalDay(event.start_date, event.time_zone ?? DEFAULT_TIME_ZONE)
      refuseSeriesChangeUnlessStale(result.row, expectedUpdatedAt, day)
    }
    return result
  }),
)

app.put(
  "/:id/hidden",
  requireUuid,
  createUpdateRoute(hiddenBody, "event", (db, id, body) => setEventHidden(db, id, body.is_hidden)),
)

app.delete("/:id", requireUuid, createDeleteRoute("event", deleteAdminEvents))

export default createHandler(app)
export const config: Config = {
  path: ["/api/admin/events", "/api/admin/events/:id", "/api/admin/events/:id/hidden"],
}
