import { describe, expect, test } from "vitest"
import { momentAt, offsetText, transitionsIn, wallTime, withOffset } from "./zone.ts"

const RIGA = "Europe/Riga"
const iso = (wall: string, timeZone = RIGA) => {
  const found = momentAt(wall, timeZone)
  return found.ok ? found.iso : found.error
}

describe("the moment of a clock's time in Riga", () => {
  test.each([
    ["2026-03-29T02:59", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T03:00", "missing_hour"],
    ["2026-03-29T03:30", "missing_hour"],
    ["2026-03-29T03:59", "missing_hour"],
    ["2026-03-29T04:00", "2026-03-29T01:00:00.000Z"],
    ["2027-03-28T03:30", "missing_hour"],
    ["2027-03-28T04:00", "2027-03-28T01:00:00.000Z"],
  ])("in spring: %s is %s", (wall, moment) => expect(iso(wall)).toBe(moment))

  test.each([
    ["2026-10-25T02:59", "2026-10-24T23:59:00.000Z"],
    ["2026-10-25T03:00", "2026-10-25T00:00:00.000Z"],
    ["2026-10-25T03:30", "2026-10-25T00:30:00.000Z"],
    ["2026-10-25T04:00", "2026-10-25T02:00:00.000Z"],
    ["2027-10-31T03:30", "2027-10-31T00:30:00.000Z"],
    ["2027-10-31T04:00", "2027-10-31T02:00:00.000Z"],
  ])("in autumn: %s is %s", (wall, moment) => expect(iso(wall)).toBe(moment))

  test.each(["", "2026-02-30T10:00", "2026-13-01T10:00", "12026-01-01T10:00", "tomorrow"])(
    "%j is no time",
    (wall) => expect(iso(wall)).toBe("invalid_date"),
  )
})

test("zones far from Greenwich, and ones without summer time", () => {
  expect(iso("2026-07-01T12:00", "Pacific/Kiritimati")).toBe("2026-06-30T22:00:00.000Z")
  expect(iso("2026-07-01T12:00", "Pacific/Pago_Pago")).toBe("2026-07-01T23:00:00.000Z")
  expect(iso("2026-03-29T03:30", "UTC")).toBe("2026-03-29T03:30:00.000Z")
})

test("clocks show the moment again, in both of autumn's hours the same", () => {
  expect(wallTime(Date.parse("2026-10-25T00:30:00Z"), RIGA)).toBe("2026-10-25T03:30:00")
  expect(wallTime(Date.parse("2026-10-25T01:30:00Z"), RIGA)).toBe("2026-10-25T03:30:00")
  expect(withOffset("2026-10-25T00:30:00Z", RIGA)).toBe("2026-10-25T03:30:00+03:00")
  expect(withOffset("2026-10-25T01:30:00Z", RIGA)).toBe("2026-10-25T03:30:00+02:00")
})

test("offsets are written with their seconds only where they have some", () => {
  expect(offsetText(-12_600_000)).toBe("-03:30")
  expect(offsetText(5_794_000, "")).toBe("+013634")
})

test("a year's changes are found to the second", () => {
  expect(
    transitionsIn(2026, RIGA).map(({ moment, from, to }) => [
      new Date(moment).toISOString(),
      from / 3_600_000,
      to / 3_600_000,
    ]),
  ).toEqual([
    ["2026-03-29T01:00:00.000Z", 2, 3],
    ["2026-10-25T01:00:00.000Z", 3, 2],
  ])
  expect(transitionsIn(2026, "UTC")).toEqual([])
  // Clocks go back for the month of Ramadan.
  expect(transitionsIn(2025, "Africa/Casablanca")).toHaveLength(2)
})
