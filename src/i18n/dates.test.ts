import { expect, test } from "vitest"
import { formatDate, formatRelativeDay } from "./dates.ts"
import { LOCALES } from "./locales.ts"

const IN_DECEMBER = "2026-12-10T12:00:00Z"

test("a short month is a word in every language, because a number could be read as a day", () => {
  const months = LOCALES.map((locale) => formatDate(IN_DECEMBER, "month", locale))
  expect(months).toEqual(["Dec", "dec.", "dets", "gruod.", "дек."])
  expect(formatDate("2026-09-30T22:00:00Z", "month", "lt"), "in the local time zone").toBe("spal.")
})

test("a month with its year has the form of each language", () => {
  const months = LOCALES.map((locale) => formatDate("2025-08-01", "monthYear", locale, "UTC"))
  expect(months).toEqual([
    "August 2025",
    "2025. gada augusts",
    "august 2025",
    "2025 m. rugpjūtis",
    "август 2025 г.",
  ])
})

test("the current and the next day in a time zone have names, and later days have a weekday and date", () => {
  const now = Date.parse("2026-12-10T21:30:00Z")
  const dayIn = (iso: string) => formatRelativeDay(iso, now, "en", "Europe/Riga")
  expect(dayIn("2026-12-10T21:45:00Z")).toBe("today")
  expect(dayIn("2026-12-10T22:30:00Z"), "after midnight in Riga").toBe("tomorrow")
  expect(dayIn("2026-12-13T12:00:00Z")).toBe("Sun 13 Dec")
  const tomorrow = LOCALES.map((locale) =>
    formatRelativeDay("2026-12-11T12:00:00Z", now, locale, "UTC"),
  )
  expect(tomorrow).toEqual(["tomorrow", "rīt", "homme", "rytoj", "завтра"])
})
