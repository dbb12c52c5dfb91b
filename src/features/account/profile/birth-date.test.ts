import { expect, test } from "vitest"
import { INTL_LOCALES, LOCALES } from "../../../i18n/locales.ts"
import {
  chooseBirthDate,
  FIRST_YEAR,
  hasPlausibleYear,
  isCalendarDay,
  isTodayOrEarlier,
  isUnderAge,
  listDayOptions,
  listMissingParts,
  listMonthNames,
  listYearOptions,
  MONTH_OPTIONS,
  splitBirthDate,
} from "./birth-date.ts"

const NONE = { birth_day: "", birth_month: "", birth_year: "" }

test.each([
  ["", "", "31"],
  ["04", "2001", "30"],
  ["02", "", "29"],
  ["02", "2001", "28"],
  ["02", "2004", "29"],
  ["02", "1900", "28"],
])("with the month %o and the year %o, the form offers days up to %s", (month, year, last) => {
  const days = listDayOptions(month, year)
  expect([days[0], days.at(-1)]).toEqual(["01", last])
  expect(days).toHaveLength(Number(last))
})

test("the form offers the months 01 to 12 and the years from the current one back to 1900", () => {
  expect([MONTH_OPTIONS[0], MONTH_OPTIONS.at(-1), MONTH_OPTIONS.length]).toEqual(["01", "12", 12])
  const years = listYearOptions(new Date("2026-03-01T12:00:00Z"))
  expect([years[0], years.at(-1)]).toEqual(["2026", String(FIRST_YEAR)])
})

test("listMissingParts() returns the empty parts of a birth date, or nothing if all parts are empty", () => {
  expect(listMissingParts({ ...NONE, birth_month: "02" })).toEqual(["birth_day", "birth_year"])
  expect(listMissingParts(NONE), "the date is optional").toEqual([])
  expect(splitBirthDate(null)).toEqual(NONE)
  expect(listMissingParts(splitBirthDate("2004-02-29"))).toEqual([])
})

test("a day that the month does not have is cleared and reported", () => {
  expect(chooseBirthDate(splitBirthDate("2001-01-31"), { birth_month: "04" })).toEqual({
    date: { birth_day: "", birth_month: "04", birth_year: "2001" },
    clearedDay: "31",
  })
  expect(chooseBirthDate(splitBirthDate("2004-02-29"), { birth_year: "2005" }).clearedDay).toBe(
    "29",
  )
  expect(chooseBirthDate(splitBirthDate("2004-02-29"), { birth_year: "" }).clearedDay).toBeNull()
  // The member may still be typing: "200" can become "2004".
  expect(chooseBirthDate(splitBirthDate("2004-02-29"), { birth_year: "200" }).clearedDay).toBeNull()
  expect(chooseBirthDate(splitBirthDate("2001-04-30"), { birth_month: "05" })).toEqual({
    date: splitBirthDate("2001-05-30"),
    clearedDay: null,
  })
})

test("a member becomes an adult on the eighteenth birthday", () => {
  const now = new Date("2026-06-15T23:00:00Z")
  expect(isUnderAge(splitBirthDate("2008-06-15"), now)).toBe(false)
  expect(isUnderAge(splitBirthDate("2008-06-16"), now)).toBe(true)
  expect(isUnderAge(NONE, now)).toBe(false)
  // There is no 29 February 2026.
  expect(isUnderAge(splitBirthDate("2008-02-29"), new Date("2026-02-28T12:00:00Z"))).toBe(true)
  expect(isUnderAge(splitBirthDate("2008-02-29"), new Date("2026-03-01T12:00:00Z"))).toBe(false)
})

test("while the day or the month is not chosen, a member who may still be 17 counts as under age", () => {
  const now = new Date("2026-06-15T12:00:00Z")
  const withoutDay = (date: string) => ({ ...splitBirthDate(date), birth_day: "" })
  expect(isUnderAge(withoutDay("2010-03-01"), now)).toBe(true)
  expect(isUnderAge(withoutDay("2008-06-01"), now), "may be 30 June").toBe(true)
  expect(isUnderAge(withoutDay("2008-05-01"), now)).toBe(false)
  expect(isUnderAge({ ...NONE, birth_year: "2008" }, now), "may be December").toBe(true)
  expect(isUnderAge({ ...NONE, birth_year: "200" }, now)).toBe(false)
})

test("a birth date must exist in the calendar, and must not be before 1900 or in the future", () => {
  expect(isCalendarDay("2001-02-29")).toBe(false)
  expect(isCalendarDay("2004-02-29")).toBe(true)
  expect(hasPlausibleYear("1899-12-31")).toBe(false)
  expect(isTodayOrEarlier("2999-01-01")).toBe(false)
})

test("the twelve month names of each language are different", () => {
  for (const locale of LOCALES) expect(new Set(listMonthNames(INTL_LOCALES[locale])).size).toBe(12)
  expect(listMonthNames("lv-LV")[0]).toBe("janvāris")
  expect(listMonthNames("ru-RU")[0]).toBe("январь")
})
