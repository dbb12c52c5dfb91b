/** The dates of a series that a change or a deletion reaches. */
import type { Scope, SeriesDate } from "./schema.ts"

export interface Reach {
  /** Dates that are as the series says, and the event's own. */
  regular: SeriesDate[]
  /** Other dates that were edited by themselves. */
  edited: SeriesDate[]
}

/** Returns which dates a scope means, counted from the event's own date (`YYYY-MM-DD`). */
export function reachOf(dates: SeriesDate[], own: string, scope: Scope): Reach {
  const meant = dates.filter(
    ({ date }) => date === own || scope === "all" || (scope === "following" && date > own),
  )
  const isEdited = ({ date, is_detached }: SeriesDate) => is_detached && date !== own
  return {
    regular: meant.filter((date) => !isEdited(date)),
    edited: meant.filter(isEdited),
  }
}
