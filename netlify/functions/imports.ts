import type { Config } from "@netlify/functions"
import {
  countCalendarReading,
  getImportedDigests,
  listImportedEvents,
  mayWriteEvents,
  type StoredImport,
  storeImport,
} from "../../db/queries/imports.ts"
import { decodeCalendar } from "../../src/features/events/import/bytes.ts"
import {
  chosenEvents,
  type FoundEvents,
  IMPORT_CHANGES,
  IMPORT_LIMITS,
  type ImportChange,
  type ImportedEvent,
  importSource,
} from "../../src/features/events/import/schema.ts"
import { readCalendarInChild } from "../lib/child/texts.ts"
import { createApi, createHandler } from "../lib/http/api.ts"
import { fetchPublic } from "../lib/http/fetch-public.ts"
import { problem, rateLimitProblem, refuse, violatesReference } from "../lib/http/problem.ts"
import { readBody } from "../lib/http/request.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"

const app = createApi()

async function fetchCalendarText(address: string): Promise<string> {
  const read = await fetchPublic(address, IMPORT_LIMITS.bytes)
  if (read.ok) return decodeCalendar(read.bytes, read.contentType)
  const error = read.reason === "too_large" ? "calendar_too_large" : "unreachable_address"
  return refuse("invalid", { errors: { address: error } })
}

/** Returns null for a new event. */
function findChanges(
  entry: ImportedEvent,
  stored: StoredImport | undefined,
): ImportChange[] | null {
  if (!stored) return null
  const differs = (...names: (keyof StoredImport)[]) =>
    names.some((name) => entry[name] !== stored[name])
  const changes: Record<ImportChange, boolean> = {
    title: differs("title"),
    time: differs("start_date", "end_date", "time_zone", "is_all_day"),
    location: differs("location"),
    description: differs("description"),
    cancelled: entry.is_cancelled && !stored.is_cancelled,
    revived: stored.is_cancelled && !entry.is_cancelled,
  }
  return IMPORT_CHANGES.filter((change) => changes[change])
}

app.post("/api/imports/look", async (c) => {
  const { team_id, text, address } = await readBody(c, importSource)
  if (text === null && address === null) {
    return problem("invalid", { errors: { address: "required" } })
  }
  if (!(await mayWriteEvents(c.var.db, team_id))) return problem("forbidden")
  const wait = await countCalendarReading(c.var.db)
  if (wait > 0) return rateLimitProblem(wait)
  const calendarText = text ?? (await fetchCalendarText(address ?? ""))
  const calendar = await readCalendarInChild(
    calendarText,
    await getImportedDigests(c.var.db, team_id),
  )
  if (calendar === null || calendar === "calendar_too_complex") {
    const field = text === null ? "address" : "text"
    return problem("invalid", { errors: { [field]: calendar ?? "no_calendar" } })
  }
  const uids = calendar.events.map(({ uid }) => uid)
  const stored = new Map(
    (await listImportedEvents(c.var.db, team_id, uids)).map((event) => [event.uid, event]),
  )
  const events = calendar.events
    .map((event) => ({ ...event, changes: findChanges(event, stored.get(event.uid)) }))
    // Canceled events are not worth a first import.
    .filter(({ changes, is_cancelled }) => changes || !is_cancelled)
  return c.json({ ...calendar, events } satisfies FoundEvents)
})

app.post("/api/imports", async (c) => {
  const chosen = await readBody(c, chosenEvents)
  const { added, changed, changedSite } = await storeImport(c.var.db, chosen).catch((error) => {
    if (violatesReference(error)) refuse("invalid", { errors: { team_id: "required" } })
    throw error
  })
  if (changedSite) await requestBuild("event")
  return c.json({ added, changed })
})

export default createHandler(app)
export const config: Config = { path: ["/api/imports", "/api/imports/look"] }
