import { expect, test } from "vitest"
import { formatTimeUntil } from "./dates.ts"
import type { Locale } from "./locales.ts"
import { formatRelativeTime } from "./relative-time.ts"
import { getT } from "./t.ts"

/** Durations in seconds. */
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const NOW = Date.parse("2026-03-01T12:00:00Z")
const formatAgo = (seconds: number, locale: Locale) =>
  formatRelativeTime(new Date(NOW - seconds * 1000).toISOString(), NOW, getT(locale))

test.each([
  ["10 seconds ago", "just now", 10],
  ["an hour from now", "just now", -HOUR],
  ["31 seconds ago", "1 minute ago", 31],
  ["44 minutes ago", "44 minutes ago", 44 * MINUTE],
  ["45 minutes ago", "about an hour ago", 45 * MINUTE],
  ["89 minutes ago", "about an hour ago", 89 * MINUTE],
  ["90 minutes ago", "2 hours ago", 90 * MINUTE],
  ["23 hours ago", "23 hours ago", 23 * HOUR],
  ["25 hours ago", "yesterday", 25 * HOUR],
  ["29 days ago", "29 days ago", 29 * DAY],
  ["31 days ago", "1 month ago", 31 * DAY],
  ["200 days ago", "7 months ago", 200 * DAY],
  ["350 days ago", "1 year ago", 350 * DAY],
  ["1000 days ago", "3 years ago", 1000 * DAY],
])("the time %s is shown as %j", (_, text, seconds) => {
  expect(formatAgo(seconds, "en")).toBe(text)
})

test.each([
  ["at 23:00 the day before yesterday", 23, "2 days ago"],
  ["at 00:30 yesterday", 24.5, "yesterday"],
])("at 22:00, a time %s is shown by its calendar day", (_, hoursSinceMarch8, text) => {
  const iso = new Date(2026, 2, 8, 0, hoursSinceMarch8 * 60).toISOString()
  const now = new Date(2026, 2, 10, 22).getTime()
  expect(formatRelativeTime(iso, now, getT("en"))).toBe(text)
})

test.each([
  ["en", "yesterday", "3 days ago", "21 hours ago", "1 month ago"],
  ["lv", "vakar", "pirms 3 dienām", "pirms 21 stundas", "pirms 1 mēneša"],
  ["et", "eile", "3 päeva eest", "21 tunni eest", "1 kuu eest"],
  ["lt", "vakar", "prieš 3 dienas", "prieš 21 valandą", "prieš 1 mėnesį"],
  ["ru", "вчера", "3 дня назад", "21 час назад", "1 месяц назад"],
] as const)(
  "in %s, relative times use the right plural forms",
  (locale, day, days, hours, month) => {
    expect([
      formatAgo(DAY, locale),
      formatAgo(3 * DAY, locale),
      formatAgo(21 * HOUR, locale),
      formatAgo(31 * DAY, locale),
    ]).toEqual([day, days, hours, month])
  },
)

test.each([
  [0.2, "en", "in 1 second"],
  [45, "lv", "pēc 45 sekundēm"],
  [135, "ru", "через 2 минуты"],
  [300, "et", "5 minuti pärast"],
  [6 * HOUR, "lt", "po 6 valandų"],
] as const)("a time %d seconds from now is shown in %s as %j", (seconds, locale, text) => {
  const iso = new Date(seconds * 1000).toISOString()
  expect(formatTimeUntil(iso, 0, locale)).toBe(text)
})
