import { expect, test } from "vitest"
import { formatAge, formatDate, formatDaysUntil, formatRelativeDay } from "./dates.ts"
import { formatDayMonth } from "./day-month.ts"
import { LOCALES } from "./locales.ts"

const IN_DECEMBER = "2026-12-10T12:00:00Z"

test("a short month is a word in every language, because a number could be read as a day", () => {
  const months = LOCALES.map((locale) => formatDate(IN_DECEMBER, "month", locale))
  expect(months).toEqual(["Dec", "dec.", "dets", "gruod.", "дек."])
})

test("a date is in Baltic time by default", () => {
  expect(formatDate("2026-09-30T22:00:00Z", "month", "en")).toBe("Oct")
})

test("a day without a month has no leading zero", () => {
  const days = LOCALES.map((locale) => formatDate("2026-12-01T12:00:00Z", "day", locale))
  expect(days).toEqual(["1", "1", "1", "1", "1"])
})

test("a weekday has a capital letter in every language", () => {
  const weekdays = LOCALES.map((locale) => formatDate("2026-12-05T12:00:00Z", "weekday", locale))
  expect(weekdays).toEqual(["Sat", "Sestd.", "L", "Št", "Сб"])
})

test("a day and short month have the order and points of each language", () => {
  const dates = LOCALES.map((locale) => formatDayMonth(IN_DECEMBER, locale))
  expect(dates).toEqual(["Dec 10", "10. dec.", "10. dets", "gruod. 10 d.", "10 дек."])
})

test("a month with its year has the form of each language", () => {
  const months = LOCALES.map((locale) => formatDate("2025-08-01", "monthYear", locale, "UTC"))
  expect(months).toEqual([
    "August 2025",
    "2025. gada augusts",
    "august 2025",
    "2025\u00a0m. rugpjūtis",
    "август 2025\u00a0г.",
  ])
})

test("a short date has the order, points and month of each language", () => {
  const daysAndTimes = (["shortDay", "shortDateTime"] as const).map((format) =>
    LOCALES.map((locale) => formatDate("2026-11-28T17:30:00Z", format, locale)),
  )
  expect(daysAndTimes).toEqual([
    [
      "Sat, Nov 28",
      "sestd., 28. nov.",
      "L, 28. november",
      "lapkričio 28\u00a0d., št",
      "сб, 28 ноября",
    ],
    [
      "Sat, Nov 28, 7:30 PM",
      "sestd., 28. nov. 19:30",
      "L, 28. november, kell 19:30",
      "lapkričio 28\u00a0d., št 19:30",
      "сб, 28 ноября в 19:30",
    ],
  ])
})

test("an hour in the morning has two digits in every language except English", () => {
  const iso = "2026-12-10T06:05:00Z"
  for (const format of ["time", "shortDateTime", "dateTime"] as const) {
    const texts = LOCALES.map((locale) => formatDate(iso, format, locale))
    expect(texts[0]).toMatch(/\b8:05\sAM$/u)
    for (const text of texts.slice(1)) expect(text).toMatch(/\b08:05$/)
  }
})

test("a relative day is “today” or “tomorrow” in its time zone, and later a weekday with a date", () => {
  const now = Date.parse("2026-12-10T21:30:00Z")
  const formatDay = (iso: string) => formatRelativeDay(iso, now, "en", "Europe/Riga")
  expect(formatDay("2026-12-10T21:45:00Z")).toBe("today")
  expect(formatDay("2026-12-10T22:30:00Z"), "after midnight in Riga").toBe("tomorrow")
  expect(formatDay("2026-12-13T12:00:00Z")).toBe("Sun, Dec 13")
  const tomorrow = LOCALES.map((locale) =>
    formatRelativeDay("2026-12-11T12:00:00Z", now, locale, "UTC"),
  )
  expect(tomorrow).toEqual(["tomorrow", "rīt", "homme", "rytoj", "завтра"])
})

test("the time until a day is in words for 30 days, and empty for past days", () => {
  const now = Date.parse("2026-12-10T21:30:00Z")
  const format = (iso: string) => formatDaysUntil(iso, now, "en", "Europe/Riga")
  expect(format("2026-12-09T21:45:00Z")).toBe("")
  expect(format("2026-12-10T22:30:00Z"), "after midnight in Riga").toBe("tomorrow")
  expect(format("2027-01-09T12:00:00Z")).toBe("in 30 days")
  expect(format("2027-01-10T12:00:00Z")).toBe("")
})

test("the age of a timestamp is in minutes, and from one hour on in hours", () => {
  const now = Date.parse("2026-12-10T21:30:00Z")
  const format = (iso: string) => LOCALES.map((locale) => formatAge(iso, now, locale))
  expect(formatAge("2026-12-10T21:29:50Z", now, "en")).toBe("1 min. ago")
  const minutes = ["5 min. ago", "pirms 5 min.", "5 min eest", "prieš 5 min.", "5 мин. назад"]
  expect(format("2026-12-10T21:25:00Z")).toEqual(minutes)
  const hours = ["2 hr. ago", "pirms 2\u00a0st.", "2 t eest", "prieš 2 val.", "2 ч назад"]
  expect(format("2026-12-10T19:25:00Z")).toEqual(hours)
})
