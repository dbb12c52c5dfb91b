/** Lists the dates of a repeating event. Only servers and builds use this file, because its library is large. */

import { RRuleTemporal } from "rrule-temporal"
import { currentTime } from "../../../shared/clock.ts"
import { createRule, formatRule, toIcalFormat } from "./rule.ts"
import { MAX_DATES, type Repeat } from "./schema.ts"

export interface NewSeries {
  /** RRULE without an end. */
  rule: string
  /** Dates that are stored as events at once (`YYYY-MM-DD`). */
  days: string[]
  /** Dates of the rule on which the event does not take place. */
  excluded: string[]
  until: string
  /** Day up to which dates are stored. Later dates are stored when they come closer. */
  generatedUntil: string
}

/** Lists at most `limit` dates of a rule. `rule` has no end, and `endPart` is its UNTIL or COUNT. */
function listRuleDates(rule: string, first: string, endPart: string, limit: number): string[] {
  const dates = new RRuleTemporal({
    rruleString: `DTSTART;VALUE=DATE:${toIcalFormat(first)}\nRRULE:${rule};${endPart}`,
  })
  return dates.all((_, index) => index < limit).map((day) => day.toString().slice(0, first.length))
}

/** Lists the dates of a rule from `first` to `last`, both included. */
export const listDatesUntil = (rule: string, first: string, last: string): string[] =>
  last < first
    ? []
    : listRuleDates(rule, first, `UNTIL=${toIcalFormat(last)}`, Number.POSITIVE_INFINITY)

/** Returns all dates of a rule with an end, or null if there are more than `MAX_DATES`. */
function listAllDates(
  rule: string,
  first: string,
  { until, count }: Pick<Repeat, "until" | "count">,
): string[] | null {
  if (until !== undefined && until < first) return []
  const endPart = until === undefined ? `COUNT=${count}` : `UNTIL=${toIcalFormat(until)}`
  const dates = listRuleDates(rule, first, endPart, MAX_DATES + 1)
  return dates.length > MAX_DATES ? null : dates
}

/** Number of days for which the dates of a series are stored in advance. */
const DAYS_AHEAD = 366
const MS_PER_DAY = 86_400_000

const getDayFromNow = (days: number) =>
  new Date(currentTime() + days * MS_PER_DAY).toISOString().slice(0, "2026-11-27".length)

/** Returns the series to store and its first dates, or the code of an error. */
export function planSeries(
  repeat: Repeat,
  first: string,
): NewSeries | "too_many_dates" | "no_dates" {
  const rule = formatRule(createRule(repeat.frequency, repeat.days, first))
  const allDates = listAllDates(rule, first, repeat)
  if (!allDates) return "too_many_dates"
  const excluded = [...new Set(repeat.except)].filter((day) => allDates.includes(day))
  const dates = allDates.filter((day) => !excluded.includes(day))
  const [firstDate] = dates
  const until = dates.at(-1)
  if (firstDate === undefined || until === undefined) return "no_dates"
  const lastStoredDay = getDayFromNow(DAYS_AHEAD)
  // The first date is always stored, because the response contains its event.
  const days = dates.filter((day, index) => index === 0 || day <= lastStoredDay)
  return {
    rule,
    days,
    excluded,
    until,
    generatedUntil: firstDate > lastStoredDay ? firstDate : lastStoredDay,
  }
}
