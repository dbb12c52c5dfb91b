/**
 * Lists the dates of a repeating event for its form. The server uses `dates.ts`, whose library is too large for pages.
 */
import { createRule, getWeekday, type Rule, WEEKDAYS, type Weekday } from "./rule.ts"
import { MAX_DATES, type Repeat, type RepeatValues } from "./schema.ts"
import { getRepeat } from "./values.ts"

const MS_PER_DAY = 86_400_000
/**
 * Maximum number of days that are searched: enough for `MAX_DATES` dates if each month has one date. Longer series on
 * the 29th to 31st, which some months lack, have an incomplete preview.
 */
const MAX_SEARCHED_DAYS = 31 * MAX_DATES

const getDayOfMonth = (date: string) => Number(date.slice(8))

/** Counts the weeks since 1970. Weeks begin on Monday. */
const getWeekNumber = (date: string) => Math.floor((Date.parse(date) / MS_PER_DAY + 3) / 7)

/** Returns whether a date is, for example, the second Tuesday of its month. `nth` is -1 for the last such weekday. */
function isNthWeekday(date: string, nth: number, weekday: Weekday): boolean {
  if (getWeekday(date) !== weekday) return false
  const weekLater = new Date(Date.parse(date) + 7 * MS_PER_DAY).toISOString()
  return nth === -1
    ? getDayOfMonth(weekLater.slice(0, 10)) <= 7
    : Math.ceil(getDayOfMonth(date) / 7) === nth
}

function isRuleDate(rule: Rule, first: string, date: string): boolean {
  switch (rule.frequency) {
    case "monthly_day":
      return getDayOfMonth(date) === rule.day
    case "monthly_weekday":
      return isNthWeekday(date, rule.nth, rule.weekday)
    default: {
      const weeks = getWeekNumber(date) - getWeekNumber(first)
      const isInWeek = rule.frequency === "weekly" || weeks % 2 === 0
      return isInWeek && rule.days.includes(getWeekday(date))
    }
  }
}

export function listPreviewDates(
  rule: Rule,
  first: string,
  { until, count, except }: Pick<Repeat, "until" | "count" | "except">,
): string[] {
  const dates: string[] = []
  // Without a count, one date more than the maximum is listed, so that the form can detect too many dates.
  const limit = count ?? MAX_DATES + 1
  for (let day = 0; day < MAX_SEARCHED_DAYS && dates.length < limit; day++) {
    const date = new Date(Date.parse(first) + day * MS_PER_DAY).toISOString().slice(0, 10)
    if (until && date > until) break
    if (isRuleDate(rule, first, date)) dates.push(date)
  }
  return dates.filter((date) => !except.includes(date))
}

/** Lists the dates of the series that a form's values describe. Returns an empty list if the values are incomplete. */
export function listDatesOfForm(values: RepeatValues & { start_date: string }): string[] {
  const { frequency, repeat_days: days, start_date } = values
  const first = start_date.slice(0, "2026-11-27".length)
  const repeat = getRepeat(values)
  const isComplete = first !== "" && (repeat?.until !== undefined || Boolean(repeat?.count))
  if (frequency === "" || !repeat || !isComplete) return []
  return listPreviewDates(createRule(frequency, days, first), first, repeat)
}

/** Each weekday with an example date, from which the weekday's name is formatted. */
export const WEEKDAY_EXAMPLES = WEEKDAYS.map((name, index) => ({
  name,
  date: `2026-11-${23 + index}`,
}))
