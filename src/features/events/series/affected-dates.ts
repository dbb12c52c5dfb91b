import type { Scope, SeriesDate } from "./schema.ts"

interface AffectedDates {
  /** Dates that were not edited individually, and the changed date itself. */
  regular: SeriesDate[]
  /** Dates that were edited individually, except the changed date. */
  edited: SeriesDate[]
}

/**
 * Returns the dates of a series that a change with the given scope affects. `eventDate` is the changed date
 * (`YYYY-MM-DD`).
 */
export function selectAffectedDates(
  dates: SeriesDate[],
  eventDate: string,
  scope: Scope,
): AffectedDates {
  const inScope = dates.filter(
    ({ date }) =>
      date === eventDate || scope === "all" || (scope === "following" && date > eventDate),
  )
  const isEdited = ({ date, is_detached }: SeriesDate) => is_detached && date !== eventDate
  return {
    regular: inScope.filter((date) => !isEdited(date)),
    edited: inScope.filter(isEdited),
  }
}
