import { afterEach, expect, test, vi } from "vitest"
import { findNextEvents } from "./find.ts"
import { partPath } from "./index-format.ts"

afterEach(() => vi.unstubAllGlobals())

const makeEventGroup = (language: "lv" | "et", shownIn: string[]) => ({
  kind: "event",
  count: 2,
  language,
  shownIn,
  isOver: false,
})
const makeEvent = (name: string, day: number) => ({
  path: `/events/${name}`,
  date: `2126-03-0${day}`,
})

test("the next events are the earliest upcoming events that pages in the current language show", async () => {
  const files: Record<string, unknown> = {
    "/search/en.json": {
      folder: "hash",
      groups: [
        { kind: "news", count: 1, language: "en" },
        makeEventGroup("lv", ["en", "lv"]),
        makeEventGroup("lv", ["lv"]),
        makeEventGroup("et", ["en", "et"]),
        { ...makeEventGroup("et", ["en", "et"]), isOver: true },
      ],
    },
    // Entries are stored in the order of the groups, four in each file. The first entry is an article.
    [partPath("hash", "entries-0")]: [
      {},
      makeEvent("a", 1),
      makeEvent("d", 4),
      makeEvent("only-lv", 1),
    ],
    [partPath("hash", "entries-1")]: [
      makeEvent("only-lv-2", 2),
      makeEvent("b", 2),
      makeEvent("c", 3),
      {},
    ],
  }
  vi.stubGlobal("document", { documentElement: { lang: "en" } })
  vi.stubGlobal("fetch", async (path: string) => Response.json(files[path]))
  const events = await findNextEvents(3)
  expect(events.map(({ path, language }) => [path, language])).toEqual([
    ["/events/a", "lv"],
    ["/events/b", "et"],
    ["/events/c", "et"],
  ])
})
