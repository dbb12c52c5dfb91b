import { expect, test } from "vitest"
import { addReleases } from "./days.ts"
import type { CalendarRelease } from "./schema.ts"

const makeRelease = (date: string, last_day = date): CalendarRelease => ({
  id: date,
  artist: "Artist",
  title: "Song",
  type: "Single",
  note: null,
  path: "/music/artist",
  date,
  last_day,
  weekday: "Sat",
  day: null,
  month: "Dec",
  month_name: "December 2026",
})

const releases = [
  makeRelease("2026-11-28"),
  makeRelease("2026-12-05"),
  makeRelease("2026-12", "2026-12-31"),
  makeRelease("2027-01-01"),
]
const daysWithEvents = ["2026-12-05", "2026-12-31"].map((day) => ({ day, events: [day] }))
const listDates = (firstDay: string, lastDay: string | null) =>
  addReleases(daysWithEvents, releases, firstDay, lastDay).map(({ date }) => date)

test("releases are listed with the events of their day, and releases without a day at the end of their month", () => {
  expect(listDates("2026-12-01", null)).toEqual([
    "2026-12-05",
    "2026-12-31",
    "2026-12",
    "2027-01-01",
  ])
  const [first] = addReleases(daysWithEvents, releases, "2026-12-01", null)
  expect(first).toMatchObject({ events: ["2026-12-05"], releases: [{ id: "2026-12-05" }] })
})

test("releases before the first or after the last day are left out", () => {
  expect(listDates("2026-12-06", "2026-12-30")).toEqual(["2026-12-05", "2026-12-31"])
  expect(listDates("2026-11-28", "2026-12-05")).toEqual(["2026-11-28", "2026-12-05", "2026-12-31"])
})
