import { expect, test } from "vitest"
import { areShown, EVENTS_SHOWN } from "./upcoming.ts"

const riga = (...days: string[]) => days.map((day) => ({ day, timeZone: "Europe/Riga" }))

test("an event of today is shown, one of yesterday is not", () => {
  expect(areShown(riga("2026-05-01", "2026-05-02", "2026-05-03"), "2026-05-02T20:00:00Z")).toEqual([
    false,
    true,
    true,
  ])
})

test("today is the event's own day", () => {
  // 22:30 UTC is half past one the next day in Riga, in summer.
  expect(areShown(riga("2026-05-02"), "2026-05-02T22:30:00Z")).toEqual([false])
  const lisbon = [{ day: "2026-05-02", timeZone: "Europe/Lisbon" }]
  expect(areShown(lisbon, "2026-05-02T22:30:00Z")).toEqual([true])
})

test("the first eight of those that are left are shown", () => {
  const days = Array.from({ length: 12 }, (_, i) => `2026-05-${String(i + 1).padStart(2, "0")}`)
  const shown = areShown(riga(...days), "2026-05-03T09:00:00Z")
  expect(shown.filter(Boolean)).toHaveLength(EVENTS_SHOWN)
  expect(shown.indexOf(true)).toBe(2)
  expect(shown.lastIndexOf(true)).toBe(9)
})
