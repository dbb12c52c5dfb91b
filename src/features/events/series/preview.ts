/** The dates of a rule as the form tells of them; what is stored, the server works out (`dates.ts`). */
import { type Rule, WEEKDAYS, type Weekday, weekdayOf } from "./rule.ts"
import { DATES_MAX, type Repeat } from "./schema.ts"

const DAY_MS = 86_400_000
/** Some series are of a date a month: this many days hold all that there may be. */
const DAYS_MAX = 31 * DATES_MAX

const dayOfMonth = (date: string) => Number(date.slice(8))

/** Weeks from Monday to Sunday since 1970. */
const weekOf = (date: string) => Math.floor((Date.parse(date) / DAY_MS + 3) / 7)

function isNth(date: string, nth: number, weekday: Weekday): boolean {
  if (weekdayOf(date) !== weekday) return false
  const next = new Date(Date.parse(date) + 7 * DAY_MS).toISOString()
  return nth === -1 ? dayOfMonth(next.slice(0, 10)) <= 7 : Math.ceil(dayOfMonth(date) / 7) === nth
}

function isOn(rule: Rule, first: string, date: string): boolean {
  switch (rule.frequency) {
    case "monthly_day":
      return dayOfMonth(date) === rule.day
    case "monthly_weekday":
      return isNth(date, rule.nth, rule.weekday)
    default: {
      const weeks = weekOf(date) - weekOf(first)
      const isWeek = rule.frequency === "weekly" || weeks % 2 === 0
      return isWeek && rule.days.includes(weekdayOf(date))
    }
  }
}

/** The dates (`YYYY-MM-DD`) from the first one on, without those that are left out. */
export function previewDates(
  rule: Rule,
  first: string,
  { until, count, except }: Pick<Repeat, "until" | "count" | "except">,
): string[] {
  const dates: string[] = []
  const most = count ?? DATES_MAX + 1
  for (let day = 0; day < DAYS_MAX && dates.length < most; day++) {
    const date = new Date(Date.parse(first) + day * DAY_MS).toISOString().slice(0, 10)
    if (until && date > until) break
    if (isOn(rule, first, date)) dates.push(date)
  }
  return dates.filter((date) => !except.includes(date))
}

/** A week's names, from Monday on: each with a date of that day. */
export const WEEK = WEEKDAYS.map((name, index) => ({ name, date: `2026-11-${23 + index}` }))
