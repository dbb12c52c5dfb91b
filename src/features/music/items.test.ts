import { expect, test } from "vitest"
import { areChartsCurrent, getChartTitle } from "./items.ts"

const NOW = Date.parse("2026-11-27T12:00:00Z")

test.each([
  ["fetched this week", { provider: "deezer", fetched_at: "2026-11-25T12:00:00Z" }, true],
  ["fetched eight days ago", { provider: "deezer", fetched_at: "2026-11-19T12:00:00Z" }, false],
  ["shipped with the project", { provider: "snapshot", fetched_at: "2026-11-27T11:00:00Z" }, false],
  ["missing", null, false],
])(
  "charts are current only when they were fetched in the last seven days: %s",
  (_, source, expected) => {
    expect(areChartsCurrent(source, NOW)).toBe(expected)
  },
)

test("the heading of an older chart does not say that the chart is current", () => {
  expect(getChartTitle("song", true)).toBe("music:current.songs")
  expect(getChartTitle("album", false)).toBe("music:older.albums")
})
