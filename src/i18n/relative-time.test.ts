import { expect, test } from "vitest"
import { timeUntil } from "./dates.ts"
import type { Locale } from "./locales.ts"
import { distance, relativeTime } from "./relative-time.ts"
import { getT } from "./t.ts"

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
])("the distance to %s is rounded to a suitable unit", (_, seconds, expected) => {
  expect(distance(seconds)).toEqual(expected)
})

const NOW = Date.parse("2026-03-01T12:00:00Z")
const ago = (seconds: number, locale: Locale) =>
  relativeTime(new Date(NOW - seconds * 1000).toISOString(), NOW, getT(locale))

test.each([
  ["en", "3 days ago", "21 hours ago", "1 month ago"],
  ["lv", "pirms 3 dienām", "pirms 21 stundas", "pirms 1 mēneša"],
  ["et", "3 päeva eest", "21 tunni eest", "1 kuu eest"],
  ["lt", "prieš 3 dienas", "prieš 21 valandą", "prieš 1 mėnesį"],
  ["ru", "3 дня назад", "21 час назад", "1 месяц назад"],
] as const)("in %s, relative times use the right plural forms", (locale, days, hours, month) => {
  expect([ago(3 * DAY, locale), ago(21 * HOUR, locale), ago(31 * DAY, locale)]).toEqual([
    days,
    hours,
    month,
  ])
})

test("relative times around now and an hour have no number", () => {
  expect([ago(10, "en"), ago(HOUR, "en")]).toEqual(["just now", "about an hour ago"])
})

test.each([
  [0.2, "en", "in 1 second"],
  [45, "lv", "pēc 45 sekundēm"],
  [135, "ru", "через 2 минуты"],
  [300, "et", "5 minuti pärast"],
  [6 * HOUR, "lt", "po 6 valandų"],
] as const)("%d seconds from now, in %s: %s", (seconds, locale, text) => {
  const iso = new Date(seconds * 1000).toISOString()
  expect(timeUntil(iso, 0, locale)).toBe(text)
})
