import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { $session } from "../../session/session.ts"
import { makeCalendarEvent } from "../events/fixtures.ts"
import type { CalendarEvent } from "../events/schema.ts"
import { $filters, NO_FILTERS } from "./filters.ts"
import { $agenda, $selectableTeams, loadEarlier, loadMore, reloadEvents } from "./queries.ts"

vi.mock("../../i18n/page-translate.ts", () => ({ pageTranslate: () => (key: string) => key }))
vi.stubGlobal("document", { cookie: "" })
vi.stubGlobal("location", { pathname: "/calendar", search: "", hash: "" })
vi.stubGlobal("history", { state: null, replaceState: () => {} })
vi.stubGlobal("fetch", (path: string) => serve(path))

interface EventPage {
  events: CalendarEvent[]
  next?: string | undefined
}

const page = (ids: string[], next?: string): EventPage => ({
  events: ids.map((id) => makeCalendarEvent({ id })),
  next,
})

let respond: (query: URLSearchParams) => Promise<EventPage | null> | EventPage | null = () => null
const queries: URLSearchParams[] = []

async function serve(path: string): Promise<Response> {
  const { searchParams } = new URL(path, "https://daina.example")
  queries.push(searchParams)
  const found = await respond(searchParams)
  if (!found) throw new TypeError("Failed to fetch")
  return Response.json(found)
}

const signIn = (id: string) =>
  $session.set({ status: "signed-in", user: { id, email: `${id}@daina.test` }, role: "user" })

const shownIds = () => $agenda.get().data?.events.map(({ id }) => id)

let memberCount = 0
let stop = () => {}

beforeEach(() => {
  $filters.set({ ...NO_FILTERS, view: "list" })
  memberCount += 1
  signIn(`member-${memberCount}`)
})

function show(newRespond: typeof respond): void {
  respond = newRespond
  stop = $agenda.listen(() => {})
}

afterEach(() => {
  stop()
  queries.length = 0
})

test("coming events are loaded in pages, and a reloadEvents after a change loads as many as before", async () => {
  show((query) => (query.has("cursor") ? page(["c"]) : page(["a", "b"], "more")))
  await vi.waitFor(() => expect(shownIds()).toEqual(["a", "b"]))
  await loadMore()
  expect(shownIds()).toEqual(["a", "b", "c"])
  expect($agenda.get().data?.next).toBeUndefined()
  respond = (query) => (query.has("cursor") ? page(["c"]) : page(["a", "new"], "more"))
  reloadEvents()
  await vi.waitFor(() => expect(shownIds()).toEqual(["a", "new", "c"]))
})

test("past events are searched in longer and longer periods, without duplicates", async () => {
  show((query) => {
    if (!query.has("to")) return page(["now"])
    return Number(query.get("from")?.slice(0, 4)) < 2026 ? page(["old", "now"]) : page(["now"])
  })
  await vi.waitFor(() => expect(shownIds()).toEqual(["now"]))
  await loadEarlier()
  expect(shownIds()).toEqual(["old", "now"])
  expect($agenda.get().data?.includesEarliest).toBe(false)
})

test("the search for past events ends when there are none", async () => {
  show((query) => page(query.has("to") ? [] : ["now"]))
  await vi.waitFor(() => expect(shownIds()).toEqual(["now"]))
  await loadEarlier()
  expect($agenda.get().data?.includesEarliest).toBe(true)
  expect(queries.length).toBeLessThan(12)
})

test("a failed reloadEvents keeps the shown events, and a retry loads them", async () => {
  show(() => null)
  await vi.waitFor(() => expect($agenda.get().error?.failure.code).toBe("unreachable"))
  respond = () => page(["a"])
  $agenda.invalidate()
  await vi.waitFor(() => expect(shownIds()).toEqual(["a"]))
  respond = () => null
  const before = queries.length
  reloadEvents()
  await vi.waitFor(() => expect(queries.length).toBe(before + 1))
  await vi.waitFor(() => expect($agenda.get().loading).toBe(false))
  expect(shownIds()).toEqual(["a"])
})

test("a late response to earlier filters is ignored", async () => {
  const slow = Promise.withResolvers<EventPage>()
  show((query) => (query.get("country") === "lv" ? slow.promise : page(["all"])))
  $filters.set({ ...NO_FILTERS, view: "list", country: "lv" })
  await vi.waitFor(() => expect(queries.at(-1)?.get("country")).toBe("lv"))
  $filters.set({ ...NO_FILTERS, view: "list" })
  await vi.waitFor(() => expect(shownIds()).toEqual(["all"]))
  slow.resolve(page(["latvian"]))
  await slow.promise
  await new Promise((done) => setTimeout(done, 10))
  expect(shownIds()).toEqual(["all"])
})

test("the filter offers all teams while the list shows only one team", async () => {
  const named = (slug: string) =>
    makeCalendarEvent({ id: slug, team_slug: slug, team_name: slug.toUpperCase() })
  const end = $selectableTeams.listen(() => {})
  show((query) => ({ events: query.has("team") ? [named("one")] : [named("one"), named("two")] }))
  await vi.waitFor(() => expect(shownIds()).toEqual(["one", "two"]))
  $filters.set({ ...NO_FILTERS, view: "list", team: "one" })
  await vi.waitFor(() => expect(shownIds()).toEqual(["one"]))
  expect($selectableTeams.get().map(({ name }) => name)).toEqual(["ONE", "TWO"])
  $filters.set({ ...NO_FILTERS, view: "list" })
  respond = () => page([])
  signIn("next")
  await vi.waitFor(() => expect(shownIds()).toEqual([]))
  expect($selectableTeams.get()).toEqual([])
  end()
})

test("events are not loaded after a log-out, and the next member does not see them", async () => {
  show(() => page(["secret"]))
  await vi.waitFor(() => expect(shownIds()).toEqual(["secret"]))
  const before = queries.length
  $session.set({ status: "signed-out", isDeliberate: true })
  await vi.waitFor(() => expect($agenda.get()).toEqual({ loading: false }))
  expect(queries.length).toBe(before)
  respond = () => null
  signIn("next")
  await vi.waitFor(() => expect($agenda.get().error).toBeDefined())
  expect(shownIds()).toBeUndefined()
})
