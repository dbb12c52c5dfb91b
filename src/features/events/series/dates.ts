/** Only servers and builds use this file, because its library is large. */

import { RRuleTemporal } from "rrule-temporal"
import { currentTime } from "../../../shared/clock.ts"
import { createRule, formatRule, toIcalFormat } from "./rule.ts"
import { DATES_MAX, type Repeat } from "./schema.ts"

export interface NewSeries {
  rule: string
  /** Dates to store as rows (`YYYY-MM-DD`). */
  days: string[]
  excluded: string[]
  until: string
  generatedUntil: string
}

function expand(rule: string, first: string, end: string, limit: number): string[] {
  const dates = new RRuleTemporal({
    rruleString: `DTSTART;VALUE=DATE:${toIcalFormat(first)}\nRRULE:${rule};${end}`,
  })
  return dates.all((_, index) => index < limit).map((day) => day.toString().slice(0, first.length))
}

export const listDatesUntil = (rule: string, first: string, last: string): string[] =>
  last < first ? [] : expand(rule, first, `UNTIL=${toIcalFormat(last)}`, Number.POSITIVE_INFINITY)

/** Returns null if there are more than `DATES_MAX` dates. */
function listAllDates(
  rule: string,
  first: string,
  { until, count }: Pick<Repeat, "until" | "count">,
): string[] | null {
  if (until !== undefined && until < first) return []
  const end = until === undefined ? `COUNT=${count}` : `UNTIL=${toIcalFormat(until)}`
  const dates = expand(rule, first, end, DATES_MAX + 1)
  return dates.length > DATES_MAX ? null : dates
}

const DAYS_AHEAD = 366
const DAY_MS = 86_400_000

const getDayFromNow = (days: number) =>
  new Date(currentTime() + days * DAY_MS).toISOString().slice(0, "2026-11-27".length)

/** Returns the series and the dates of its rows, or the code of an error. */
export function planSeries(
  repeat: Repeat,
  first: string,
): NewSeries | "too_many_dates" | "no_dates" {
  const rule = formatRule(createRule(repeat.frequency, repeat.days, first))
  const all = listAllDates(rule, first, repeat)
  if (!all) return "too_many_dates"
  const excluded = [...new Set(repeat.except)].filter((day) => all.includes(day))
  const dates = all.filter((day) => !excluded.includes(day))
  const [start] = dates
  const until = dates.at(-1)
  if (start === undefined || until === undefined) return "no_dates"
  const horizon = getDayFromNow(DAYS_AHEAD)
  // The response contains the first event, so the first date always gets a row.
  const days = dates.filter((day, index) => index === 0 || day <= horizon)
  return { rule, days, excluded, until, generatedUntil: start > horizon ? start : horizon }
}
