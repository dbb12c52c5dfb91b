import type { CalendarRelease } from "./schema.ts"

export const MONTH_LENGTH = "2026-12".length

export const isMonth = (date: string): boolean => date.length === MONTH_LENGTH

/** Sorts a month after its last day. */
export const getDateSortKey = (date: string) => (isMonth(date) ? `${date}-32` : date)

/** A release without a known day follows the days of its month. `last` is null without an end. */
export function addReleases<Event>(
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
