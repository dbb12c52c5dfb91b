import { expect, test } from "vitest"
import { selectAffectedDates } from "./affected-dates.ts"
import type { SeriesDate } from "./schema.ts"

const makeDate = (date: string, is_detached = false): SeriesDate => ({
  date,
  start_date: `${date}T16:00:00.000Z`,
  end_date: `${date}T18:00:00.000Z`,
  time_zone: "Europe/Riga",
  is_detached,
})
const DATES = [
  makeDate("2027-03-02"),
  makeDate("2027-03-09", true),
  makeDate("2027-03-16"),
  makeDate("2027-03-23", true),
]

const countAffected = (eventDate: string, scope: Parameters<typeof selectAffectedDates>[2]) => {
  const { regular, edited } = selectAffectedDates(DATES, eventDate, scope)
  return [regular.length, edited.length]
}

test("individually edited dates are counted separately, except the event's own date", () => {
  expect(countAffected("2027-03-02", "all")).toEqual([2, 2])
  expect(countAffected("2027-03-16", "following")).toEqual([1, 1])
  expect(countAffected("2027-03-09", "following")).toEqual([2, 1])
  expect(countAffected("2027-03-09", "this")).toEqual([1, 0])
})
