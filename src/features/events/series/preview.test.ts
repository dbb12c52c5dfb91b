import { expect, test } from "vitest"
import { listDatesUntil } from "./dates.ts"
import { listPreviewDates } from "./preview.ts"
import { createRule, FREQUENCIES, formatRule, type Weekday } from "./rule.ts"

/** First dates of series. They include days that not every month has: the 31st, and a fifth Friday. */
const FIRST_DATES = ["2026-12-01", "2027-01-31", "2027-01-29", "2027-02-28", "2027-03-27"]
const DAYS: Weekday[] = ["TU", "SU"]

test.each(
  FIRST_DATES.flatMap((first) => FREQUENCIES.map((frequency) => [first, frequency] as const)),
)(
  "the form shows the dates that are stored, for a series from %s with the frequency %s",
  (first, frequency) => {
    const rule = createRule(frequency, DAYS, first)
    const until = "2028-03-01"
    const dates = listPreviewDates(rule, first, { until, except: [] })
    expect(dates).toEqual(listDatesUntil(formatRule(rule), first, until))
    expect(listPreviewDates(rule, first, { count: 3, except: [first] })).toEqual(dates.slice(1, 3))
  },
)
