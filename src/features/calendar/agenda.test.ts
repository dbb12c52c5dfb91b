import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { createAgenda } from "./agenda.ts"
import type { EventPage } from "./api.ts"
import { createEventsCache } from "./events-cache.ts"
import { answered, makeCalendarEvent } from "./fixtures.ts"

const TODAY = "2026-11-21T22:00:00.000Z"
const ALL = { country: null, team: null }

type Answering = (query: URLSearchParams) => Answer<EventPage>

function make(answering: Answering) {
  let time = 0
  const fetchEvents = vi.fn(async (query: string) => answering(new URLSearchParams(query)))
  const cache = createEventsCache(fetchEvents, () => time)
  const onFailed = vi.fn()
  const agenda = createAgenda({ cache, today: () => TODAY, onFailed })
  const wait = (ms: number) => {
    time += ms
  }
  return { ...agenda, cache, fetchEvents, onFailed, wait }
}

const page = (ids: string[], next: string | null = null) =>
  answered({ events: ids.map((id) => makeCalendarEvent({ id })), next })

const idsOf = ({ $agenda }: ReturnType<typeof make>) => {
  const agenda = $agenda.get()
  return agenda.status === "ready" ? agenda.events.map(({ id }) => id) : agenda.status
}

test("what is coming is loaded page by page", async () => {
  const agenda = make((query) => (query.has("cursor") ? page(["c"]) : page(["a", "b"], "more")))
  await agenda.load(ALL)
  expect(idsOf(agenda)).toEqual(["a", "b"])
  await agenda.loadMore()
  expect(idsOf(agenda)).toEqual(["a", "b", "c"])
  expect(agenda.$agenda.get()).toMatchObject({ next: null, working: null })
})

test("it is asked for once in five minutes, and again after a write", async () => {
  const agenda = make(() => page(["a"]))
  await agenda.load(ALL)
  await agenda.load({ ...ALL, country: "lv" })
  await agenda.load(ALL)
  expect(agenda.fetchEvents).toHaveBeenCalledTimes(2)
  agenda.wait(5 * 60_000)
  await agenda.load(ALL)
  expect(agenda.fetchEvents).toHaveBeenCalledTimes(3)
  agenda.cache.clear()
  await agenda.load(ALL)
  expect(agenda.fetchEvents).toHaveBeenCalledTimes(4)
})

test("looking back goes further until there is something, and shows nothing twice", async () => {
  const agenda = make((query) => {
    if (!query.has("to")) return page(["now"])
    return Number(query.get("from")?.slice(0, 4)) < 2026 ? page(["old", "now"]) : page(["now"])
  })
  await agenda.load(ALL)
  await agenda.loadEarlier()
  expect(idsOf(agenda)).toEqual(["old", "now"])
  expect(agenda.$agenda.get()).toMatchObject({ isFromTheStart: false })
})

test("looking back ends where there is nothing", async () => {
  const agenda = make((query) => page(query.has("to") ? [] : ["now"]))
  await agenda.load(ALL)
  await agenda.loadEarlier()
  expect(agenda.$agenda.get()).toMatchObject({ isFromTheStart: true })
  expect(agenda.fetchEvents.mock.calls.length).toBeLessThan(12)
})

test("a failure is said, is not kept, and takes nothing away that is shown", async () => {
  let isDown = true
  const agenda = make(() => (isDown ? failed("unreachable") : page(["a"])))
  await agenda.load(ALL)
  expect(agenda.$agenda.get().status).toBe("failed")
  isDown = false
  await agenda.load(ALL)
  expect(idsOf(agenda)).toEqual(["a"])
  isDown = true
  agenda.cache.clear()
  await agenda.load(ALL)
  expect(idsOf(agenda)).toEqual(["a"])
  expect(agenda.onFailed).toHaveBeenCalledTimes(2)
})

test("an answer to earlier filters does not show under later ones", async () => {
  const slow = Promise.withResolvers<Answer<EventPage>>()
  const cache = createEventsCache(async (query) =>
    query.includes("country=lv") ? slow.promise : page(["all"]),
  )
  const agenda = createAgenda({ cache, today: () => TODAY, onFailed: () => {} })
  const first = agenda.load({ ...ALL, country: "lv" })
  await agenda.load(ALL)
  slow.resolve(page(["latvian"]))
  await first
  expect(agenda.$agenda.get()).toMatchObject({ events: [{ id: "all" }] })
})
