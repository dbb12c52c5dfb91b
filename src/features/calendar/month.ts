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

/** Returns for example "Nov 23 – 29, 2026". */
export function formatWeek(day: string, locale: Locale): string {
  const week = listWeek(day)
  const [monday = day, sunday = day] = [week.at(0), week.at(-1)]
  // Lithuanian needs the long form, because Intl writes short Lithuanian months as numbers.
  const month = locale === "lt" ? "long" : "short"
  const options = { year: "numeric", month, day: "numeric" } as const
  return getDateFormat(locale, "UTC", options).formatRange(getUtcTime(monday), getUtcTime(sunday))
}

/** Returns the same day of another month, or that month's last day if the month is shorter. */
export function getDayInMonth(month: string, day: string): string {
  const lastDay = addDays(`${addMonths(month, 1)}-01`, -1)
  const sameDay = `${month}-${day.slice("2026-11-".length)}`
  return sameDay < lastDay ? sameDay : lastDay
}

/** Returns the day to which a key moves the focus in the grid. Null for a key that does not move the focus. */
export function getDayAfterKey(key: string, day: string): string | null {
  const weekday = getWeekdayIndex(day)
  const daysByKey: Partial<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -7,
    ArrowDown: 7,
    Home: -weekday,
    End: 6 - weekday,
  }
  const days = daysByKey[key]
  if (days !== undefined) return addDays(day, days)
  if (key !== "PageUp" && key !== "PageDown") return null
  return getDayInMonth(addMonths(getMonth(day), key === "PageUp" ? -1 : 1), day)
}

/** Returns the last day of an event. An event that ends at midnight does not last into the next day. */
export function getEndDay({ start_date, end_date, time_zone }: Timed): string {
  const lastMs = Math.max(Date.parse(start_date), Date.parse(end_date) - 1)
  return getLocalDay(new Date(lastMs).toISOString(), time_zone)
}

/** Returns the events of each day from `firstDay` to `lastDay`. An event of several days is listed on each of them. */
export function groupByDay<Event extends Timed>(
  events: Event[],
  firstDay: string,
  lastDay: string,
): Map<string, Event[]> {
  const eventsByDay = new Map<string, Event[]>()
  for (const event of events) {
    const [start, end] = [getStartDay(event), getEndDay(event)]
    for (
      let day = start > firstDay ? start : firstDay;
      day <= end && day <= lastDay;
      day = addDays(day, 1)
    ) {
      eventsByDay.set(day, [...(eventsByDay.get(day) ?? []), event])
    }
  }
  return eventsByDay
}
