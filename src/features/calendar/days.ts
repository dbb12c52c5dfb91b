/** Calculates with days (`2026-11-27`) and months (`2026-11`), which are texts without a time zone. */
import { getLocalDay, spellOutYear } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { getDateFormat, type Timed } from "../events/event.ts"

const MS_PER_DAY = 86_400_000

export const getUtcTime = (day: string) => Date.parse(`${day}T00:00:00Z`)

const formatUtcDay = (timestamp: number) => new Date(timestamp).toISOString().slice(0, 10)

export const getMonth = (day: string): string => day.slice(0, 7)

export const addDays = (day: string, days: number): string =>
  formatUtcDay(getUtcTime(day) + days * MS_PER_DAY)

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return getMonth(formatUtcDay(Date.UTC(year, number - 1 + months)))
}

/** Returns 0 for Monday to 6 for Sunday. */
export const getWeekdayIndex = (day: string): number =>
  (new Date(getUtcTime(day)).getUTCDay() + 6) % 7

/** Returns the days of the week that contains `day`, from Monday. */
export const listWeek = (day: string): string[] =>
  Array.from({ length: 7 }, (_, i) => addDays(day, i - getWeekdayIndex(day)))

/** Returns the weeks that contain days of a month. The first and last week can include days of other months. */
export function createMonthGrid(month: string): string[][] {
  const firstDay = `${month}-01`
  const lastDay = addDays(`${addMonths(month, 1)}-01`, -1)
  const weeks: string[][] = []
  for (
    let monday = addDays(firstDay, -getWeekdayIndex(firstDay));
    monday <= lastDay;
    monday = addDays(monday, 7)
  ) {
    weeks.push(listWeek(monday))
  }
  return weeks
}

const DAY_FORMATS = {
  day: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  weekdayDate: { weekday: "long", month: "long", day: "numeric" },
  shortWeekdayDate: { weekday: "short", month: "long", day: "numeric" },
  month: { year: "numeric", month: "long" },
  weekday: { weekday: "short" },
  longWeekday: { weekday: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Formats a day or a month. Uses UTC, so that no time zone changes the day. */
export function formatDay(
  dayOrMonth: string,
  format: keyof typeof DAY_FORMATS,
  locale: Locale,
): string {
  const day = dayOrMonth.length === "2026-11".length ? `${dayOrMonth}-01` : dayOrMonth
  const date = new Date(getUtcTime(day))
  return spellOutYear(getDateFormat(locale, "UTC", DAY_FORMATS[format]).format(date))
}

/** Maximum number of characters of a weekday's name that fit into a column on phones. */
const MAX_WEEKDAY_LENGTH = 4

/** Returns the name of a weekday for phones. Longer names, as in Latvian, are cut to three letters. */
export function formatNarrowWeekday(day: string, locale: Locale): string {
  const name = formatDay(day, "weekday", locale)
  return name.length > MAX_WEEKDAY_LENGTH ? name.slice(0, 3) : name
}

export const getStartDay = ({ start_date, time_zone }: Timed): string =>
  getLocalDay(start_date, time_zone)

/** Groups events by the day on which they start, sorted by day. */
export function groupByStartDay<Event extends Timed>(
  events: Event[],
): { day: string; events: Event[] }[] {
  return [...Map.groupBy(events, getStartDay)]
    .map(([day, eventsOfDay]) => ({ day, events: eventsOfDay }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}
