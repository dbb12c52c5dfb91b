import { afterEach, expect, test, vi } from "vitest"
import { findNextEvents } from "./find.ts"
import { partPath } from "./index-format.ts"

afterEach(() => vi.unstubAllGlobals())

const group = (language: "lv" | "et", shownIn: string[], isOver = false) => {
  return { kind: "event", count: 2, language, shownIn, isOver }
}
const event = (name: string, day: number) => ({ path: `/events/${name}`, date: `2126-03-0${day}` })

test("the next events are sorted by start, each in the language that the page shows for it", async () => {
  const files: Record<string, unknown> = {
    "/search/en.json": {
      folder: "hash",
      groups: [
        { kind: "news", count: 1, language: "en" },
        group("lv", ["en", "lv"]),
        group("lv", ["lv"]),
        group("et", ["en", "et"]),
        group("et", ["en", "et"], true),
      ],
    },
    [partPath("hash", "entries-0")]: [{}, event("a", 1), event("d", 4), event("only-lv", 1)],
    [partPath("hash", "entries-1")]: [event("only-lv-2", 2), event("b", 2), event("c", 3), {}],
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
