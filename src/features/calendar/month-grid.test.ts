import { expect, test } from "vitest"
import { addMonths, dayAfterKey, dayIn, monthGrid, weekdayOf } from "./month-grid.ts"

test("weeks start on Monday and hold the whole month", () => {
  const november = monthGrid("2026-11")
  expect(november[0]).toEqual([
    "2026-10-26",
    "2026-10-27",
    "2026-10-28",
    "2026-10-29",
    "2026-10-30",
    "2026-10-31",
    "2026-11-01",
  ])
  expect(november.at(-1)?.at(0)).toBe("2026-11-30")
  expect(november).toHaveLength(6)
})

test("a February of four weeks has four rows, and a month may begin on Monday", () => {
  expect(monthGrid("2027-02")).toHaveLength(4)
  expect(monthGrid("2027-02")[0]?.[0]).toBe("2027-02-01")
})

test("no day is missing or twice where the clocks change", () => {
  for (const month of ["2026-03", "2026-10", "2027-03", "2027-10"]) {
    const days = monthGrid(month).flat()
    expect(new Set(days).size).toBe(days.length)
    expect([...days].sort()).toEqual(days)
  }
})

test("months go on over the year's end, and the 31st becomes a shorter month's last day", () => {
  expect(addMonths("2026-12", 1)).toBe("2027-01")
  expect(addMonths("2026-01", -1)).toBe("2025-12")
  expect(dayIn("2028-02", "2028-01-31")).toBe("2028-02-29")
  expect(dayIn("2026-12", "2026-11-30")).toBe("2026-12-30")
})

test.each([
  ["ArrowLeft", "2026-10-31"],
  ["ArrowRight", "2026-11-02"],
  ["ArrowUp", "2026-10-25"],
  ["ArrowDown", "2026-11-08"],
  ["Home", "2026-10-26"],
  ["End", "2026-11-01"],
  ["PageUp", "2026-10-01"],
  ["PageDown", "2026-12-01"],
  ["Enter", null],
])("%s leads from the first of November to %s", (key, day) => {
  expect(weekdayOf("2026-11-01")).toBe(6)
  expect(dayAfterKey(key, "2026-11-01")).toBe(day)
})
