/** Events that repeat, as the bodies of requests have them. */

import type { EventSeries } from "../../../src/features/events/schema.ts"
import { datesOfSeries, type NewSeries } from "../../../src/features/events/series/dates.ts"
import type { Repeat } from "../../../src/features/events/series/schema.ts"
import { dayOf } from "../../../src/i18n/dates.ts"
import { refuse } from "../http/problem.ts"

/** The series that a new event begins, undefined for one that does not repeat; refuses one without dates, or with too many. */
export function newSeries(
  repeat: Repeat | undefined,
  { start_date, time_zone }: { start_date: string; time_zone: string },
): NewSeries | undefined {
  const series = repeat && datesOfSeries(repeat, dayOf(start_date, time_zone))
  if (typeof series === "string") return refuse("invalid", { errors: { repeat: series } })
  return series
}

/** Says why a change was saved for none of a series' dates, where nobody else has changed the event since `basedOn`. */
export function refuseOutsideSeries(
  row: { updated_at: string; series: EventSeries | null },
  basedOn: string,
  /** The day that the change has it begin. */
  day: string,
  isOfOtherTeam = false,
): void {
  if (Date.parse(row.updated_at) !== Date.parse(basedOn)) return
  if (isOfOtherTeam) refuse("invalid", { errors: { team_id: "series_team" } })
  const isOfDay = row.series?.date === day
  refuse("invalid", { errors: isOfDay ? { scope: "invalid" } : { start_date: "series_day" } })
}
