/** The dates of a series. For servers and builds: the library is larger than all of a page. */

import { RRuleTemporal } from "rrule-temporal"
import { currentTime } from "../../../shared/clock.ts"
import { ruleFrom, ruleText } from "./rule.ts"
import { DATES_MAX, type Repeat } from "./schema.ts"

export interface NewSeries {
  /** An RRULE without an end. */
  rule: string
  /** `YYYY-MM-DD`: the dates to make rows for. */
  days: string[]
  excluded: string[]
  /** The last date that there may be. */
  until: string
  /** Up to this date there are rows then. */
  generatedUntil: string
}

const compact = (date: string) => date.replaceAll("-", "")

// Dates alone: what moment an hour is on them is for the zone's clocks to say.
function expand(rule: string, first: string, end: string, most: number): string[] {
  const dates = new RRuleTemporal({
    rruleString: `DTSTART;VALUE=DATE:${compact(first)}\nRRULE:${rule};${end}`,
  })
  return dates.all((_, index) => index < most).map((day) => day.toString().slice(0, first.length))
}

/** The dates (`YYYY-MM-DD`) from the first to the last one of a rule without an end. */
export const datesUntil = (rule: string, first: string, last: string): string[] =>
  last < first ? [] : expand(rule, first, `UNTIL=${compact(last)}`, Number.POSITIVE_INFINITY)

/** All dates that a rule and its end name; null where they are too many. */
function allDates(
  rule: string,
  first: string,
  { until, count }: Pick<Repeat, "until" | "count">,
): string[] | null {
  if (until !== undefined && until < first) return []
  const end = until === undefined ? `COUNT=${count}` : `UNTIL=${compact(until)}`
  const dates = expand(rule, first, end, DATES_MAX + 1)
  return dates.length > DATES_MAX ? null : dates
}

/** As far ahead as there are rows, in days. */
const AHEAD = 366
const DAY_MS = 86_400_000

const daysFromNow = (days: number) =>
  new Date(currentTime() + days * DAY_MS).toISOString().slice(0, "2026-11-27".length)

/** What is stored of a series that begins on a date, and the dates of its first rows; or what is wrong with it. */
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
  const horizon = daysFromNow(AHEAD)
  // The first one is there in any case: it is what the answer tells.
  const days = dates.filter((day, index) => index === 0 || day <= horizon)
  return { rule, days, excluded, until, generatedUntil: start > horizon ? start : horizon }
}
