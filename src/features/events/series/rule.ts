/** Rules of repeating events. They are stored as RRULEs (RFC 5545, 3.3.10) without start and end. */

/** Removes dashes, colons and fractions of seconds from a date or ISO time. */
export const toIcalFormat = (text: string) => text.replace(/[-:]|\.\d+/g, "")

export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** Frequencies of series. `monthly_day` means, for example, each 15th; `monthly_weekday` each second Tuesday. */
export const FREQUENCIES = ["weekly", "biweekly", "monthly_day", "monthly_weekday"] as const
type Frequency = (typeof FREQUENCIES)[number]

export type Rule =
  | { frequency: "weekly" | "biweekly"; days: Weekday[] }
  | { frequency: "monthly_day"; day: number }
  /** `nth` is 1 for the first such weekday in a month, and -1 for the last one. */
  | { frequency: "monthly_weekday"; nth: number; weekday: Weekday }

export function getWeekday(date: string): Weekday {
  const sundayFirst = new Date(date).getUTCDay()
  return WEEKDAYS[(sundayFirst + 6) % 7] ?? "MO"
}

const getDayOfMonth = (date: string) => Number(date.slice("2026-11-".length))

/** Creates the rule of a series that starts on `first`. A weekly rule always includes the weekday of this date. */
export function createRule(frequency: Frequency, days: readonly Weekday[], first: string): Rule {
  const weekday = getWeekday(first)
  const day = getDayOfMonth(first)
  switch (frequency) {
    case "monthly_day":
      return { frequency, day }
    case "monthly_weekday":
      // A weekday after the 28th becomes the last one of the month, because not every month has a fifth one.
      return { frequency, weekday, nth: day > 28 ? -1 : Math.ceil(day / 7) }
    default:
      return {
        frequency,
        days: WEEKDAYS.filter((name) => name === weekday || days.includes(name)),
      }
  }
}

/** Returns a rule as an RRULE, for example `FREQ=MONTHLY;BYMONTHDAY=15`. */
export function formatRule(rule: Rule): string {
  switch (rule.frequency) {
    case "monthly_day":
      return `FREQ=MONTHLY;BYMONTHDAY=${rule.day}`
    case "monthly_weekday":
      return `FREQ=MONTHLY;BYDAY=${rule.nth}${rule.weekday}`
    default: {
      const interval = rule.frequency === "biweekly" ? ";INTERVAL=2" : ""
      return `FREQ=WEEKLY${interval};BYDAY=${rule.days.join(",")}`
    }
  }
}
