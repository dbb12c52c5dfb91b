import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { isReleaseOut } from "./release-state.ts"

beforeEach(() => vi.useFakeTimers({ now: new Date("2026-12-10T22:30:00Z") }))
afterEach(() => vi.useRealTimers())

test("a release is out from midnight in Baltic time", () => {
  expect(isReleaseOut({ start_date: "2026-12-11T00:00:00+00:00" })).toBe(true)
  expect(isReleaseOut({ start_date: "2026-12-12T00:00:00+00:00" })).toBe(false)
})

test("a release whose day is unknown is out after its month", () => {
  const isMonthOut = (start_date: string) => isReleaseOut({ start_date, is_whole_month: true })
  expect(isMonthOut("2026-11-01T00:00:00+00:00")).toBe(true)
  expect(isMonthOut("2026-12-01T00:00:00+00:00")).toBe(false)
})
