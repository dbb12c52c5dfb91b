import { expect, test } from "vitest"
import type { CatalogueSong } from "../../../db/queries/catalogue.ts"
import {
  type ChartState,
  describeChartSource,
  getChartState,
  getChartTitle,
  orderChartSongs,
} from "./items.ts"

const NOW = Date.parse("2026-11-27T12:00:00Z")

test.each([
  ["charts fetched two days ago are current", "deezer", "2026-11-25T12:00:00Z", "current"],
  ["charts fetched eight days ago are not current", "deezer", "2026-11-19T12:00:00Z", "older"],
  [
    "charts that ship with the project are never current",
    "snapshot",
    "2026-11-27T11:00:00Z",
    "picks",
  ],
])("%s", (_, provider, fetched_at, expected) => {
  expect(getChartState({ provider, fetched_at }, NOW)).toBe(expected)
})

test("missing charts are not current and have no description", () => {
  expect(getChartState(null, NOW)).toBe("older")
  expect(describeChartSource(null, [], "en", NOW)).toBe("")
})

const ALBUMS = [{ release_date: "2025-01-01" }, { release_date: "2025-03-07" }]

test.each([
  [
    "charts of a music service contain the service and the date of the last refresh",
    "spotify",
    "Source: Spotify. Refreshed November 27, 2026.",
  ],
  [
    "charts that ship with the project contain the month of the newest album",
    "snapshot",
    "Chosen in March 2025",
  ],
])("the texts about %s", (_, provider, text) => {
  const source = { provider, fetched_at: "2026-11-27T12:00:00Z" }
  expect(describeChartSource(source, ALBUMS, "en", Date.parse("2026-01-10T12:00:00Z"))).toBe(text)
})

test("charts that ship with the project have no date if the newest album is older than a year", () => {
  const source = { provider: "snapshot", fetched_at: "2026-11-27T12:00:00Z" }
  expect(describeChartSource(source, ALBUMS, "en", NOW)).toBe("")
})

test("the heading of a chart depends on its age and source", () => {
  expect(getChartTitle("song", "current")).toBe("music:current.songs")
  expect(getChartTitle("song", "older")).toBe("music:older.songs")
  expect(getChartTitle("song", "picks")).toBe("music:picks")
  expect(getChartTitle("album", "picks")).toBe("music:older.albums")
})

test("songs of the Baltic top come last in a song chart that is not current", () => {
  const song = (id: string) => ({ id }) as CatalogueSong
  const songs = ["a", "b", "c"].map(song)
  const orderIds = (state: ChartState) =>
    orderChartSongs(songs, [song("a")], state).map(({ id }) => id)
  expect(orderIds("picks")).toEqual(["b", "c", "a"])
  expect(orderIds("current")).toEqual(["a", "b", "c"])
})
