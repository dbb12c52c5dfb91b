/** Places releases among the days of events. */
import type { CalendarRelease } from "./schema.ts"

const MONTH_LENGTH = "2026-12".length

/** Returns whether a date is a month, without a day. */
export const isMonth = (date: string): boolean => date.length === MONTH_LENGTH

/** Returns a key that sorts a month after its last day. */
export const getDateSortKey = (date: string) => (isMonth(date) ? `${date}-32` : date)

/**
 * Adds the releases from the day `first` to the day `last` to days with events; null for no end. Releases of an unknown
 * day are under their month, after its days.
 */
export function withReleases<Event>(
  days: { day: string; events: Event[] }[],
  releases: CalendarRelease[],
  first: string,
  last: string | null,
): { date: string; events: Event[]; releases: CalendarRelease[] }[] {
  const eventsByDay = new Map(days.map(({ day, events }) => [day, events]))
  const releasesByDate = Map.groupBy(
    releases.filter(({ last_day }) => last_day >= first && (last === null || last_day <= last)),
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
