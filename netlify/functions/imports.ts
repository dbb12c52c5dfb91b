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
import {
  createProblem,
  createRateLimitProblem,
  refuse,
  violatesReference,
} from "../lib/http/problem.ts"
import { readBody } from "../lib/http/request.ts"
import { requestBuild } from "../lib/publishing/request-build.ts"

const app = createApi()

async function fetchCalendarText(address: string): Promise<string> {
  const response = await fetchPublic(address, IMPORT_LIMITS.bytes)
  if (response.ok) return decodeCalendar(response.bytes, response.contentType)
  const error = response.reason === "too_large" ? "calendar_too_large" : "unreachable_address"
  return refuse("invalid", { errors: { address: error } })
}

/** Returns the kinds of changes that an import of the entry would make; null for a new event. */
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

// Lists the events that an import would add or change, without saving them.
app.post("/api/imports/look", async (c) => {
  const { team_id, text, address } = await readBody(c, importSource)
  if (text === null && address === null) {
    return createProblem("invalid", { errors: { address: "required" } })
  }
  if (!(await mayWriteEvents(c.var.db, team_id))) return createProblem("forbidden")
  const wait = await countCalendarReading(c.var.db)
  if (wait > 0) return createRateLimitProblem(wait)
  const calendarText = text ?? (await fetchCalendarText(address ?? ""))
  // The child process skips events that are unchanged since their last import.
  const knownDigests = await getImportedDigests(c.var.db, team_id)
  const calendar = await readCalendarInChild(calendarText, knownDigests)
  if (calendar === null || calendar === "calendar_too_complex") {
    const field = text === null ? "address" : "text"
    return createProblem("invalid", { errors: { [field]: calendar ?? "no_calendar" } })
  }
  const uids = calendar.events.map(({ uid }) => uid)
  const importedEvents = await listImportedEvents(c.var.db, team_id, uids)
  const storedByUid = new Map(importedEvents.map((event) => [event.uid, event]))
  const events = calendar.events
    .map((event) => ({ ...event, changes: findChanges(event, storedByUid.get(event.uid)) }))
    // Omits new events that are already canceled.
    .filter(({ changes, is_cancelled }) => changes || !is_cancelled)
  return c.json({ ...calendar, events } satisfies FoundEvents)
})

app.post("/api/imports", async (c) => {
  const chosen = await readBody(c, chosenEvents)
  const { added, changed, hasChangedSite } = await storeImport(c.var.db, chosen).catch((error) => {
    if (violatesReference(error)) refuse("invalid", { errors: { team_id: "required" } })
    throw error
  })
  if (hasChangedSite) await requestBuild("event")
  return c.json({ added, changed })
})

export default createHandler(app)
export const config: Config = { path: ["/api/imports", "/api/imports/look"] }
