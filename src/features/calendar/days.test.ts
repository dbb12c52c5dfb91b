import { expect, test } from "vitest"
import { byDay, byStartDay, endDay } from "./days.ts"

const event = (start_date: string, end_date: string, time_zone = "Europe/Riga") => ({
  start_date,
  end_date,
  time_zone,
})

test("an event is on its own zone's day", () => {
  // Half past one at night in Riga.
  const late = event("2026-11-27T23:30:00Z", "2026-11-27T23:45:00Z")
  expect(byStartDay([late]).map(({ day }) => day)).toEqual(["2026-11-28"])
})

test("one that ends at midnight is not on the next day, one without a length is on its own", () => {
  expect(endDay(event("2026-11-27T15:00:00Z", "2026-11-27T22:00:00Z"))).toBe("2026-11-27")
  expect(endDay(event("2026-11-27T22:00:00Z", "2026-11-27T22:00:00Z"))).toBe("2026-11-28")
})

test("one of several days is on each of those that are shown", () => {
  const camp = event("2026-10-24T07:00:00Z", "2026-10-27T15:00:00Z")
  const days = byDay([camp], "2026-10-25", "2026-10-26")
  expect([...days.keys()]).toEqual(["2026-10-25", "2026-10-26"])
})
