/** Events by the days that they are on, where they are. */
import { dayOf } from "../../i18n/dates.ts"
import type { CalendarEvent } from "./api.ts"
import { addDays } from "./month-grid.ts"

type Timed = Pick<CalendarEvent, "start_date" | "end_date" | "time_zone">

export const startDay = ({ start_date, time_zone }: Timed): string => dayOf(start_date, time_zone)

/** The last day it is on: one that ends at midnight is not on the next. */
export function endDay({ start_date, end_date, time_zone }: Timed): string {
  const last = Math.max(Date.parse(start_date), Date.parse(end_date) - 1)
  return dayOf(new Date(last).toISOString(), time_zone)
}

/** The events under the day that they start on, in order. */
export function byStartDay<Event extends Timed>(
  events: Event[],
): { day: string; events: Event[] }[] {
  return [...Map.groupBy(events, startDay)]
    .map(([day, there]) => ({ day, events: there }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
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
