/** The server uses a library that is too large for pages (`dates.ts`). */
import { createRule, getWeekday, type Rule, WEEKDAYS, type Weekday } from "./rule.ts"
import { DATES_MAX, type Repeat, type RepeatValues } from "./schema.ts"
import { getRepeat } from "./values.ts"

const DAY_MS = 86_400_000
const DAYS_MAX = 31 * DATES_MAX

const getDayOfMonth = (date: string) => Number(date.slice(8))

/** Returns the number of weeks since 1970. Weeks begin on Monday. */
const getWeekNumber = (date: string) => Math.floor((Date.parse(date) / DAY_MS + 3) / 7)

function isNth(date: string, nth: number, weekday: Weekday): boolean {
  if (getWeekday(date) !== weekday) return false
  const next = new Date(Date.parse(date) + 7 * DAY_MS).toISOString()
  return nth === -1
    ? getDayOfMonth(next.slice(0, 10)) <= 7
    : Math.ceil(getDayOfMonth(date) / 7) === nth
}

function isRuleDate(rule: Rule, first: string, date: string): boolean {
  switch (rule.frequency) {
    case "monthly_day":
      return getDayOfMonth(date) === rule.day
    case "monthly_weekday":
      return isNth(date, rule.nth, rule.weekday)
    default: {
      const weeks = getWeekNumber(date) - getWeekNumber(first)
      const isWeek = rule.frequency === "weekly" || weeks % 2 === 0
      return isWeek && rule.days.includes(getWeekday(date))
    }
  }
}

export function listPreviewDates(
  rule: Rule,
  first: string,
  { until, count, except }: Pick<Repeat, "until" | "count" | "except">,
): string[] {
  const dates: string[] = []
  // One more than the maximum, so that the form can detect too many dates.
  const limit = count ?? DATES_MAX + 1
  for (let day = 0; day < DAYS_MAX && dates.length < limit; day++) {
    const date = new Date(Date.parse(first) + day * DAY_MS).toISOString().slice(0, 10)
    if (until && date > until) break
    if (isRuleDate(rule, first, date)) dates.push(date)
  }
  return dates.filter((date) => !except.includes(date))
}

export function listDatesOfForm(values: RepeatValues & { start_date: string }): string[] {
  const { frequency, repeat_days: days, start_date } = values
  const first = start_date.slice(0, "2026-11-27".length)
  const repeat = getRepeat(values)
  const isComplete = first !== "" && (repeat?.until !== undefined || Boolean(repeat?.count))
  if (frequency === "" || !repeat || !isComplete) return []
  return listPreviewDates(createRule(frequency, days, first), first, repeat)
}

/** Each weekday with a date on it, from which its name is formatted. */
export const WEEKDAY_EXAMPLES = WEEKDAYS.map((name, index) => ({
  name,
  date: `2026-11-${23 + index}`,
}))
