import { expect, test } from "vitest"
import { distance, relativeTime } from "./relative-time.ts"
import { translator } from "./translate.ts"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test.each([
  ["a moment", 10, { kind: "now" }],
  ["the future", -HOUR, { kind: "now" }],
  ["a minute", 31, { kind: "number", value: 1, unit: "minute" }],
  ["44 minutes", 44 * MINUTE, { kind: "number", value: 44, unit: "minute" }],
  ["45 minutes", 45 * MINUTE, { kind: "aboutAnHour" }],
  ["89 minutes", 89 * MINUTE, { kind: "aboutAnHour" }],
  ["90 minutes", 90 * MINUTE, { kind: "number", value: 2, unit: "hour" }],
  ["23 hours", 23 * HOUR, { kind: "number", value: 23, unit: "hour" }],
  ["25 hours", 25 * HOUR, { kind: "number", value: 1, unit: "day" }],
  ["29 days", 29 * DAY, { kind: "number", value: 29, unit: "day" }],
  ["31 days", 31 * DAY, { kind: "number", value: 1, unit: "month" }],
  ["200 days", 200 * DAY, { kind: "number", value: 7, unit: "month" }],
  ["350 days", 350 * DAY, { kind: "number", value: 1, unit: "year" }],
  ["1000 days", 1000 * DAY, { kind: "number", value: 3, unit: "year" }],
])("%s back", (_, seconds, expected) => {
  expect(distance(seconds)).toEqual(expected)
})

test("each language has its words", () => {
  const now = Date.parse("2026-03-01T12:00:00Z")
  const threeDaysAgo = "2026-02-26T12:00:00Z"
  expect(relativeTime(threeDaysAgo, now, "en", translator("en", {}))).toBe("3 days ago")
  expect(relativeTime(threeDaysAgo, now, "lv", translator("lv", {}))).toBe("pirms 3 dienām")
  expect(relativeTime(threeDaysAgo, now, "ru", translator("ru", {}))).toBe("3 дня назад")
  const t = translator("en", { "common:time.aboutAnHour": "about an hour ago" })
  expect(relativeTime("2026-03-01T11:00:00Z", now, "en", t)).toBe("about an hour ago")
})
