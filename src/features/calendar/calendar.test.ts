import { expect, test } from "vitest"
import { LOCALES } from "../../i18n/locales.ts"
import {
  addMonths,
  createMonthGrid,
  formatDay,
  formatNarrowWeekday,
  groupByStartDay,
  listWeek,
} from "./days.ts"
import { formatSearch, NO_FILTERS, parseFilters } from "./filters.ts"
import { formatWeek, getDayAfterKey, getDayInMonth, getEndDay, groupByDay } from "./month.ts"

const makeTimes = (start_date: string, end_date: string, time_zone = "Europe/Riga") => ({
  start_date,
  end_date,
  time_zone,
})

test.each(LOCALES)(
  "short weekday names fit into narrow columns and are distinct in %s",
  (locale) => {
    const names = listWeek("2026-11-27").map((day) => formatNarrowWeekday(day, locale))
    expect(new Set(names).size).toBe(7)
    for (const name of names) expect(name.length, name).toBeLessThanOrEqual(4)
  },
)

test("an event is listed on the day on which it starts in its own time zone", () => {
  // 1:30 a.m. in Riga.
  const lateEvent = makeTimes("2026-11-27T23:30:00Z", "2026-11-27T23:45:00Z")
  expect(groupByStartDay([lateEvent]).map(({ day }) => day)).toEqual(["2026-11-28"])
})

test("an event that ends at midnight is not listed on the next day, unless it also starts at this midnight", () => {
  expect(getEndDay(makeTimes("2026-11-27T15:00:00Z", "2026-11-27T22:00:00Z"))).toBe("2026-11-27")
  expect(getEndDay(makeTimes("2026-11-27T22:00:00Z", "2026-11-27T22:00:00Z"))).toBe("2026-11-28")
})

test("an event of several days is listed on each shown day", () => {
  const camp = makeTimes("2026-10-24T07:00:00Z", "2026-10-27T15:00:00Z")
  const days = groupByDay([camp], "2026-10-25", "2026-10-26")
  expect([...days.keys()]).toEqual(["2026-10-25", "2026-10-26"])
})

test("weeks start on Monday and contain each day of the month once, also when clocks change", () => {
  for (const [month, weekCount, firstDay, lastDay] of [
    ["2026-11", 6, "2026-10-26", "2026-12-06"],
    ["2027-02", 4, "2027-02-01", "2027-02-28"],
    ["2026-10", 5, "2026-09-28", "2026-11-01"],
  ] as const) {
    const days = createMonthGrid(month).flat()
    expect([days[0], days.at(-1)]).toEqual([firstDay, lastDay])
    expect(days).toEqual([...new Set(days)].sort())
    expect(days).toHaveLength(weekCount * 7)
  }
})

test("a week across months or years lasts from Monday to Sunday", () => {
  expect(listWeek("2027-01-03")).toEqual(listWeek("2026-12-28"))
  expect([listWeek("2027-01-01")[0], listWeek("2027-01-01")[6]]).toEqual([
    "2026-12-28",
    "2027-01-03",
  ])
})

test.each([
  ["en", "Nov 23 – 29, 2026"],
  ["lv", "2026. gada 23.–29. nov."],
  ["et", "23.–29. nov 2026"],
  ["lt", "2026 lapkričio 23–29"],
  ["ru", "23–29 нояб. 2026 г."],
] as const)("the label of a week has its first and last day in %s", (locale, label) => {
  expect(formatWeek("2026-11-29", locale).replace(/\s/gu, " ")).toBe(label)
})

test("adding months can change the year", () => {
  expect(addMonths("2026-12", 1)).toBe("2027-01")
  expect(addMonths("2026-01", -1)).toBe("2025-12")
})

test("the last day of a month becomes the last day of a shorter month", () => {
  expect(getDayInMonth("2028-02", "2028-01-31")).toBe("2028-02-29")
  expect(getDayInMonth("2026-11", "2026-10-31")).toBe("2026-11-30")
})

test("a day keeps its number in another month that has this day", () => {
  expect(getDayInMonth("2026-12", "2026-11-30")).toBe("2026-12-30")
})

test.each([
  ["ArrowLeft", "2026-10-31"],
  ["ArrowRight", "2026-11-02"],
  ["ArrowUp", "2026-10-25"],
  ["ArrowDown", "2026-11-08"],
  ["Home", "2026-10-26"],
  ["End", "2026-11-01"],
  ["PageUp", "2026-10-01"],
  ["PageDown", "2026-12-01"],
  ["Enter", null],
])("the key %s moves from November 1 to %s", (key, day) => {
  expect(getDayAfterKey(key, "2026-11-01")).toBe(day)
})

test("a URL without a query has no filters", () => {
  expect(parseFilters("")).toEqual(NO_FILTERS)
  expect(formatSearch(NO_FILTERS, "")).toBe("")
})

test("filters that are written to a URL can be read from the URL", () => {
  const filters = { country: "lv", team: "kell-kolm", view: "list", month: "2026-12" } as const
  const search = formatSearch(filters, "")
  expect(search).toBe("?country=lv&team=kell-kolm&view=list&month=2026-12")
  expect(parseFilters(search)).toEqual(filters)
})

test("filters replace only their own parameters in the URL", () => {
  expect(formatSearch({ ...NO_FILTERS, country: "ee" }, "?lang=lv&team=x")).toBe(
    "?lang=lv&country=ee",
  )
})

test.each(["?country=fi", "?team=../x", "?month=2026-13", "?month=soon", "?view=year"])(
  "the invalid query %s is ignored",
  (search) => expect(parseFilters(search)).toEqual(NO_FILTERS),
)

test.each([
  ["en", "August 2025"],
  ["lv", "2025. gada augusts"],
  ["et", "august 2025"],
  ["lt", "2025 m. rugpjūtis"],
  ["ru", "август 2025 г."],
] as const)("a month has its usual name in %s", (locale, name) => {
  expect(formatDay("2025-08", "month", locale)).toBe(name)
})
