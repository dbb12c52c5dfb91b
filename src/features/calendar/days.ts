/** Days and months are texts (`2026-11-27`, `2026-11`). */
import { getLocalDay, spellOutYear } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { getDateFormat, type Timed } from "../events/event.ts"

const MS_OF_DAY = 86_400_000

/** Returns the start of a day in milliseconds. */
export const getUtcTime = (day: string) => Date.parse(`${day}T00:00:00Z`)
const dayAt = (moment: number) => new Date(moment).toISOString().slice(0, 10)

export const getMonth = (day: string): string => day.slice(0, 7)

export const addDays = (day: string, days: number): string =>
  dayAt(getUtcTime(day) + days * MS_OF_DAY)

export function addMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number)
  return getMonth(dayAt(Date.UTC(year, number - 1 + months)))
}

/** Returns 0 for Monday to 6 for Sunday. */
export const getWeekdayIndex = (day: string): number =>
  (new Date(getUtcTime(day)).getUTCDay() + 6) % 7

export const listWeek = (day: string): string[] =>
  Array.from({ length: 7 }, (_, i) => addDays(day, i - getWeekdayIndex(day)))

/** Weeks begin on Monday. */
export function createMonthGrid(month: string): string[][] {
  const first = `${month}-01`
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const weeks: string[][] = []
  for (
    let monday = addDays(first, -getWeekdayIndex(first));
    monday <= last;
    monday = addDays(monday, 7)
  ) {
    weeks.push(listWeek(monday))
  }
  return weeks
}

const FORMATS = {
  day: { weekday: "long", year: "numeric", month: "long", day: "numeric" },
  weekdayDate: { weekday: "long", month: "long", day: "numeric" },
  shortWeekdayDate: { weekday: "short", month: "long", day: "numeric" },
  month: { year: "numeric", month: "long" },
  weekday: { weekday: "short" },
  longWeekday: { weekday: "long" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

/** Uses UTC, so that no time zone changes the day. */
export const formatDay = (day: string, format: keyof typeof FORMATS, locale: Locale): string =>
  spellOutYear(
    getDateFormat(locale, "UTC", FORMATS[format]).format(
      new Date(`${day}T00:00Z`.replace(/^(\d{4}-\d\d)T/, "$1-01T")),
    ),
  )

/** Maximum number of characters that fit into a column on phones. */
const WEEKDAY_MAX = 4

/** Longer names, as in Latvian, are cut to three letters. */
export function formatNarrowWeekday(day: string, locale: Locale): string {
  const name = formatDay(day, "weekday", locale)
  return name.length > WEEKDAY_MAX ? name.slice(0, 3) : name
}

export const getStartDay = ({ start_date, time_zone }: Timed): string =>
  getLocalDay(start_date, time_zone)

export function groupByStartDay<Event extends Timed>(
  events: Event[],
): { day: string; events: Event[] }[] {
  return [...Map.groupBy(events, getStartDay)]
    .map(([day, eventsOfDay]) => ({ day, events: eventsOfDay }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}
