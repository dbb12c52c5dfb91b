import { beforeEach, expect, test, vi } from "vitest"
import { FakeStorage } from "../../shared/fixtures.ts"
import { recordVisit } from "./last-visit.ts"

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const NOW = Date.parse("2026-11-28T12:00:00Z")

beforeEach(() => void vi.stubGlobal("localStorage", new FakeStorage()))

test("on a new device, the content of the last seven days is new", () => {
  expect(recordVisit(NOW)).toBe(NOW - 7 * DAY_MS)
})

test("reloads during a visit keep the end of the previous visit", () => {
  recordVisit(NOW)
  expect(recordVisit(NOW + DAY_MS)).toBe(NOW)
  expect(recordVisit(NOW + DAY_MS + 20 * MINUTE_MS)).toBe(NOW)
  expect(recordVisit(NOW + DAY_MS + 40 * MINUTE_MS)).toBe(NOW)
  expect(recordVisit(NOW + 2 * DAY_MS)).toBe(NOW + DAY_MS + 40 * MINUTE_MS)
})

test.each(["", "soon", "1", "1 2 3"])(
  "the invalid stored value %j counts as no earlier visit",
  (value) => {
    localStorage.setItem("daina:visit", value)
    expect(recordVisit(NOW)).toBe(NOW - 7 * DAY_MS)
  },
)

test("without storage, each visit counts as the first one", () => {
  vi.stubGlobal("localStorage", undefined)
  expect(recordVisit(NOW)).toBe(NOW - 7 * DAY_MS)
})
