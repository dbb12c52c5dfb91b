import { expect, test } from "vitest"
import { formatDate } from "./dates.ts"
import { LOCALES } from "./locales.ts"

const IN_DECEMBER = "2026-12-10T12:00:00Z"

test("a short month is a word in every language, because a number could be read as a day", () => {
  const months = LOCALES.map((locale) => formatDate(IN_DECEMBER, "month", locale))
  expect(months).toEqual(["Dec", "dec.", "dets", "gruod.", "дек."])
  expect(formatDate("2026-09-30T22:00:00Z", "month", "lt"), "in the local time zone").toBe("spal.")
})

test("a month with its year follows each language's rules", () => {
  const months = LOCALES.map((locale) => formatDate("2025-08-01", "monthYear", locale, "UTC"))
  expect(months).toEqual([
    "August 2025",
    "2025. gada augusts",
    "august 2025",
    "2025 m. rugpjūtis",
    "август 2025 г.",
  ])
})
