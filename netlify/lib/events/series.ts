import type { EventSeries } from "../../../src/features/events/schema.ts"
import { type NewSeries, planSeries } from "../../../src/features/events/series/dates.ts"
import type { Repeat } from "../../../src/features/events/series/schema.ts"
import { getLocalDay } from "../../../src/i18n/dates.ts"
import { refuse } from "../http/problem.ts"

/** Returns undefined for a single event. Ends the request if the rule has no dates or too many. */
export function createNewSeries(
  repeat: Repeat | undefined,
  { start_date, time_zone }: { start_date: string; time_zone: string },
): NewSeries | undefined {
  const seriesOrErrorCode = repeat && planSeries(repeat, getLocalDay(start_date, time_zone))
  if (typeof seriesOrErrorCode === "string") {
    return refuse("invalid", { errors: { repeat: seriesOrErrorCode } })
  }
  return seriesOrErrorCode
}

/**
 * Ends the request with a field error that says why a change of a series was not saved.
 * Returns only if the event has changed since `expectedUpdatedAt`.
 */
export function refuseSeriesChangeUnlessStale(
  row: { updated_at: string; series: EventSeries | null },
  expectedUpdatedAt: string,
  newDay: string,
  movesToOtherTeam = false,
): void {
  if (Date.parse(row.updated_at) !== Date.parse(expectedUpdatedAt)) return
  if (movesToOtherTeam) refuse("invalid", { errors: { team_id: "series_team" } })
  const isSameDay = row.series?.date === newDay
  refuse("invalid", { errors: isSameDay ? { scope: "invalid" } : { start_date: "series_day" } })
}
