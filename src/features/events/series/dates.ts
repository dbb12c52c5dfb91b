/** Expands repeat rules into dates. Used by servers and builds only, because the library is larger than a page. */

import { RRuleTemporal } from "rrule-temporal"
import { currentTime } from "../../../shared/clock.ts"
import { ruleFrom, ruleText, toIcalFormat } from "./rule.ts"
import { DATES_MAX, type Repeat } from "./schema.ts"

export interface NewSeries {
  /** An RRULE without an end. */
  rule: string
  /** The dates to store as rows (`YYYY-MM-DD`). */
  days: string[]
  excluded: string[]
  /** The last date of the series. */
  until: string
  /** The last date up to which rows are stored. */
  generatedUntil: string
}

// Expands dates without hours. SQL converts local times to moments, see moment_at().
function expand(rule: string, first: string, end: string, limit: number): string[] {
  const dates = new RRuleTemporal({
    rruleString: `DTSTART;VALUE=DATE:${toIcalFormat(first)}\nRRULE:${rule};${end}`,
  })
  return dates.all((_, index) => index < limit).map((day) => day.toString().slice(0, first.length))
}

/** Returns the dates (`YYYY-MM-DD`) of a rule from `first` to `last`. */
export const datesUntil = (rule: string, first: string, last: string): string[] =>
  last < first ? [] : expand(rule, first, `UNTIL=${toIcalFormat(last)}`, Number.POSITIVE_INFINITY)

/** Returns all dates of a rule with an end; null if there are too many. */
function allDates(
  rule: string,
  first: string,
  { until, count }: Pick<Repeat, "until" | "count">,
): string[] | null {
  if (until !== undefined && until < first) return []
  const end = until === undefined ? `COUNT=${count}` : `UNTIL=${toIcalFormat(until)}`
  const dates = expand(rule, first, end, DATES_MAX + 1)
  return dates.length > DATES_MAX ? null : dates
}

/** Number of days ahead for which rows are stored. */
const DAYS_AHEAD = 366
const DAY_MS = 86_400_000

const daysFromNow = (days: number) =>
  new Date(currentTime() + days * DAY_MS).toISOString().slice(0, "2026-11-27".length)

/** Returns the series to store, with the dates of its first rows, or the code of an error. */
export function datesOfSeries(
  repeat: Repeat,
  first: string,
): NewSeries | "too_many_dates" | "no_dates" {
  const rule = ruleText(ruleFrom(repeat.frequency, repeat.days, first))
  const all = allDates(rule, first, repeat)
  if (!all) return "too_many_dates"
  const excluded = [...new Set(repeat.except)].filter((day) => all.includes(day))
  const dates = all.filter((day) => !excluded.includes(day))
  const [start] = dates
  const until = dates.at(-1)
  if (start === undefined || until === undefined) return "no_dates"
  const horizon = daysFromNow(DAYS_AHEAD)
  // The first date always gets a row, because the answer to the request contains its event.
  const days = dates.filter((day, index) => index === 0 || day <= horizon)
  return { rule, days, excluded, until, generatedUntil: start > horizon ? start : horizon }
}
