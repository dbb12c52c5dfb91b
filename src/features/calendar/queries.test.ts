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

const makePage = (ids: string[], next?: string): EventPage => ({
  events: ids.map((id) => makeCalendarEvent({ id })),
  next,
})

/** Answers the requests of a test: null is a failure of the connection. */
let respond: (query: URLSearchParams) => Promise<EventPage | null> | EventPage | null = () => null
/** Queries of all requests of a test. */
const queries: URLSearchParams[] = []

async function serve(path: string): Promise<Response> {
  const { searchParams } = new URL(path, "https://daina.example")
  queries.push(searchParams)
  const answer = await respond(searchParams)
  if (!answer) throw new TypeError("Failed to fetch")
  return Response.json(answer)
}

const signIn = (id: string) =>
  $session.set({ status: "signed-in", user: { id, email: `${id}@daina.test` }, role: "user" })

const shownIds = () => $agenda.get().data?.events.map(({ id }) => id)

// Each test has its own member, because the cache contains the events of earlier members.
let memberCount = 0
let stopListening = () => {}

beforeEach(() => {
  $filters.set({ ...NO_FILTERS, view: "list" })
  memberCount += 1
  signIn(`member-${memberCount}`)
})

/** Mounts the list, whose requests `newRespond` answers. */
function showList(newRespond: typeof respond): void {
  respond = newRespond
  stopListening = $agenda.listen(() => {})
}

afterEach(() => {
  stopListening()
  queries.length = 0
})

test("the list loads events in pages, and a reload covers all loaded pages", async () => {
  showList((query) => (query.has("cursor") ? makePage(["c"]) : makePage(["a", "b"], "more")))
  await vi.waitFor(() => expect(shownIds()).toEqual(["a", "b"]))
  await loadMore()
  expect(shownIds()).toEqual(["a", "b", "c"])
  expect($agenda.get().data?.next).toBeUndefined()
  respond = (query) => (query.has("cursor") ? makePage(["c"]) : makePage(["a", "new"], "more"))
  reloadEvents()
  await vi.waitFor(() => expect(shownIds()).toEqual(["a", "new", "c"]))
})

test("past events are searched in ever longer periods, and no event is listed twice", async () => {
  showList((query) => {
    if (!query.has("to")) return makePage(["now"])
    return Number(query.get("from")?.slice(0, 4)) < 2026
      ? makePage(["old", "now"])
      : makePage(["now"])
  })
  await vi.waitFor(() => expect(shownIds()).toEqual(["now"]))
  await loadEarlier()
  expect(shownIds()).toEqual(["old", "now"])
  expect($agenda.get().data?.includesEarliest).toBe(false)
})

test("the search for past events ends when there are none", async () => {
  showList((query) => makePage(query.has("to") ? [] : ["now"]))
  await vi.waitFor(() => expect(shownIds()).toEqual(["now"]))
  await loadEarlier()
  expect($agenda.get().data?.includesEarliest).toBe(true)
  expect(queries.length, "each period is twice as long as the previous one").toBeLessThan(12)
})

test("a retry loads events after a failure", async () => {
  showList(() => null)
  await vi.waitFor(() => expect($agenda.get().error?.failure.code).toBe("unreachable"))
  respond = () => makePage(["a"])
  $agenda.invalidate()
  await vi.waitFor(() => expect(shownIds()).toEqual(["a"]))
})

test("a failed reload keeps the shown events", async () => {
  showList(() => makePage(["a"]))
  await vi.waitFor(() => expect(shownIds()).toEqual(["a"]))
  respond = () => null
  const queryCount = queries.length
  reloadEvents()
  await vi.waitFor(() => expect(queries.length).toBe(queryCount + 1))
  await vi.waitFor(() => expect($agenda.get().loading).toBe(false))
  expect(shownIds()).toEqual(["a"])
})

test("a late response to earlier filters is ignored", async () => {
  const slowResponse = Promise.withResolvers<EventPage>()
  showList((query) => (query.get("country") === "lv" ? slowResponse.promise : makePage(["all"])))
  $filters.set({ ...NO_FILTERS, view: "list", country: "lv" })
  await vi.waitFor(() => expect(queries.at(-1)?.get("country")).toBe("lv"))
  $filters.set({ ...NO_FILTERS, view: "list" })
  await vi.waitFor(() => expect(shownIds()).toEqual(["all"]))
  slowResponse.resolve(makePage(["latvian"]))
  await slowResponse.promise
  await new Promise((done) => setTimeout(done, 10))
  expect(shownIds()).toEqual(["all"])
})

test("the team filter offers the teams of all loaded events, also while the list shows one team, but not to a member who logs in later", async () => {
  const makeEventOfTeam = (slug: string) =>
    makeCalendarEvent({ id: slug, team_slug: slug, team_name: slug.toUpperCase() })
  const stopTeams = $selectableTeams.listen(() => {})
  showList((query) => ({
    events: query.has("team")
      ? [makeEventOfTeam("one")]
      : [makeEventOfTeam("one"), makeEventOfTeam("two")],
  }))
  await vi.waitFor(() => expect(shownIds()).toEqual(["one", "two"]))
  $filters.set({ ...NO_FILTERS, view: "list", team: "one" })
  await vi.waitFor(() => expect(shownIds()).toEqual(["one"]))
  expect($selectableTeams.get().map(({ name }) => name)).toEqual(["ONE", "TWO"])
  $filters.set({ ...NO_FILTERS, view: "list" })
  respond = () => makePage([])
  signIn("next")
  await vi.waitFor(() => expect(shownIds()).toEqual([]))
  expect($selectableTeams.get()).toEqual([])
  stopTeams()
})

test("events are not loaded after a log-out, and the next member does not see them", async () => {
  showList(() => makePage(["secret"]))
  await vi.waitFor(() => expect(shownIds()).toEqual(["secret"]))
  const queryCount = queries.length
  $session.set({ status: "signed-out", isDeliberate: true })
  await vi.waitFor(() => expect($agenda.get()).toEqual({ loading: false }))
  expect(queries.length).toBe(queryCount)
  respond = () => null
  signIn("next")
  await vi.waitFor(() => expect($agenda.get().error).toBeDefined())
  expect(shownIds()).toBeUndefined()
})
