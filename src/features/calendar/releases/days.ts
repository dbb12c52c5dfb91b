import type { CalendarRelease } from "./schema.ts"

export const MONTH_LENGTH = "2026-12".length

/** Returns whether a date is a month (`2026-12`), as for releases whose day is unknown. */
export const isMonth = (date: string): boolean => date.length === MONTH_LENGTH

/** Returns a key that sorts a month after the last day of this month. */
export const getDateSortKey = (date: string) => (isMonth(date) ? `${date}-32` : date)

/**
 * Merges days with events and the releases from `firstDay` to `lastDay` (null: without an end) into one list in order
 * of time. A release whose day is unknown follows the days of its month.
 */
export function addReleases<Event>(
  days: { day: string; events: Event[] }[],
  releases: CalendarRelease[],
  firstDay: string,
  lastDay: string | null,
): { date: string; events: Event[]; releases: CalendarRelease[] }[] {
  const eventsByDay = new Map(days.map(({ day, events }) => [day, events]))
  const releasesByDate = Map.groupBy(
    releases.filter(
      ({ last_day }) => last_day >= firstDay && (lastDay === null || last_day <= lastDay),
    ),
    ({ date }) => date,
  )
  return [...new Set([...eventsByDay.keys(), ...releasesByDate.keys()])]
    .sort((a, b) => (getDateSortKey(a) < getDateSortKey(b) ? -1 : 1))
    .map((date) => ({
      date,
      events: eventsByDay.get(date) ?? [],
      releases: releasesByDate.get(date) ?? [],
    }))
}
