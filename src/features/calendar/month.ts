import { getLocalDay } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { getDateFormat, type Timed } from "../events/event.ts"
import {
  addDays,
  addMonths,
  getMonth,
  getStartDay,
  getUtcTime,
  getWeekdayIndex,
  listWeek,
} from "./days.ts"

export function formatWeek(day: string, locale: Locale): string {
  const [first = day, last = day] = [listWeek(day).at(0), listWeek(day).at(-1)]
  // In Lithuanian, Intl writes short months as numbers.
  const month = locale === "lt" ? "long" : "short"
  const options = { year: "numeric", month, day: "numeric" } as const
  return getDateFormat(locale, "UTC", options).formatRange(getUtcTime(first), getUtcTime(last))
}

/** Returns the last day of the month if the month is shorter. */
export function getDayInMonth(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

export function getDayAfterKey(key: string, day: string): string | null {
  switch (key) {
    case "ArrowLeft":
      return addDays(day, -1)
    case "ArrowRight":
      return addDays(day, 1)
    case "ArrowUp":
      return addDays(day, -7)
    case "ArrowDown":
      return addDays(day, 7)
    case "Home":
      return addDays(day, -getWeekdayIndex(day))
    case "End":
      return addDays(day, 6 - getWeekdayIndex(day))
    case "PageUp":
      return getDayInMonth(addMonths(getMonth(day), -1), day)
    case "PageDown":
      return getDayInMonth(addMonths(getMonth(day), 1), day)
    default:
      return null
  }
}

/** If an event ends at midnight, returns the day before. */
export function getEndDay({ start_date, end_date, time_zone }: Timed): string {
  const last = Math.max(Date.parse(start_date), Date.parse(end_date) - 1)
  return getLocalDay(new Date(last).toISOString(), time_zone)
}

/** An event of several days is listed on each of them. `first` and `last` are included. */
export function groupByDay<Event extends Timed>(
  events: Event[],
  first: string,
  last: string,
): Map<string, Event[]> {
  const days = new Map<string, Event[]>()
  for (const event of events) {
    const [start, end] = [getStartDay(event), getEndDay(event)]
    for (
      let day = start > first ? start : first;
      day <= end && day <= last;
      day = addDays(day, 1)
    ) {
      days.set(day, [...(days.get(day) ?? []), event])
    }
  }
  return days
}
