import { expect, test } from "vitest"
import { staysBehind } from "./stays-behind.ts"
import { EVENTS_SHOWN } from "./upcoming.ts"

const answer = (length: number) =>
  Array.from({ length }, (_, i) => ({ start_date: `2026-05-0${i + 1}T15:00:00.000Z` }))

test("what starts after a full answer is still to come", () => {
  expect(staysBehind("2026-06-01T15:00:00.000Z", answer(EVENTS_SHOWN))).toBe(true)
})

test("what a full answer leaves out among its own is gone", () => {
  expect(staysBehind("2026-05-02T16:00:00.000Z", answer(EVENTS_SHOWN))).toBe(false)
})

test("an answer that is not full names all there are", () => {
  expect(staysBehind("2026-06-01T15:00:00.000Z", answer(EVENTS_SHOWN - 1))).toBe(false)
  expect(staysBehind("2026-06-01T15:00:00.000Z", [])).toBe(false)
})
