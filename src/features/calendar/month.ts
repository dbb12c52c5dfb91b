/** A month of days: what is on each of them, and where keys lead from one. */
import { dayOf } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { formatOf, type Timed } from "../events/event.ts"
import { addDays, addMonths, monthOf, startDay, utc, weekdayOf, weekOf } from "./days.ts"

/** A week's first and last day in a locale's words. */
export function weekLabel(day: string, locale: Locale): string {
  const [first = day, last = day] = [weekOf(day).at(0), weekOf(day).at(-1)]
  const options = { year: "numeric", month: "long", day: "numeric" } as const
  return formatOf(locale, "UTC", options).formatRange(utc(first), utc(last))
}

/** The same day of another month, or its last. */
export function dayIn(month: string, day: string): string {
  const last = addDays(`${addMonths(month, 1)}-01`, -1)
  const same = `${month}-${day.slice(8)}`
  return same < last ? same : last
}

/** Where a key leads from a day in the grid; null for a key that does not move. */
export function dayAfterKey(key: string, day: string): string | null {
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
      return addDays(day, -weekdayOf(day))
    case "End":
      return addDays(day, 6 - weekdayOf(day))
    case "PageUp":
      return dayIn(addMonths(monthOf(day), -1), day)
    case "PageDown":
      return dayIn(addMonths(monthOf(day), 1), day)
    default:
      return null
  }
}

/** The last day it is on: one that ends at midnight is not on the next. */
export function endDay({ start_date, end_date, time_zone }: Timed): string {
  const last = Math.max(Date.parse(start_date), Date.parse(end_date) - 1)
  return dayOf(new Date(last).toISOString(), time_zone)
}

/** The events of each day between two, however many days they last. */
export function byDay<Event extends Timed>(
  events: Event[],
  first: string,
  last: string,
): Map<string, Event[]> {
  const days = new Map<string, Event[]>()
  for (const event of events) {
    const [start, end] = [startDay(event), endDay(event)]
    for (
      let day = start > first ? start : first;
      day <= end && day <= last;
      day = addDays(day, 1)
    ) {
      const there = days.get(day) ?? []
      there.push(event)
      days.set(day, there)
    }
  }
  return days
}
