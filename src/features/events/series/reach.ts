/** Selects the dates of a series that a change or deletion affects. */
import type { Scope, SeriesDate } from "./schema.ts"

interface Reach {
  /** Dates that follow the series, and the event's own date. */
  regular: SeriesDate[]
  /** Other dates, which were edited individually. */
  edited: SeriesDate[]
}

/** Returns the dates in a scope. `own` is the event's date (`YYYY-MM-DD`). */
export function reachOf(dates: SeriesDate[], own: string, scope: Scope): Reach {
  const inScope = dates.filter(
    ({ date }) => date === own || scope === "all" || (scope === "following" && date > own),
  )
  const isEdited = ({ date, is_detached }: SeriesDate) => is_detached && date !== own
  return {
    regular: inScope.filter((date) => !isEdited(date)),
    edited: inScope.filter(isEdited),
  }
}
