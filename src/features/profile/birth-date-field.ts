/** Choosing a birth date part by part. */
import { type BirthDate, daysIn, joinBirthDate } from "./birth-date.ts"

/** Birth dates of members younger than this are shown to nobody else. */
const ADULT_AGE = 18

export interface ChosenBirthDate {
  date: BirthDate
  /** The day that the month does not have, and that was cleared for it; else null. */
  clearedDay: string | null
}

/** The date with some of its parts chosen anew; a day that its month does not have is cleared. */
export function chooseBirthDate(before: BirthDate, parts: Partial<BirthDate>): ChosenBirthDate {
  const date = { ...before, ...parts }
  const isFit = Number(date.birth_day) <= daysIn(date.birth_month, date.birth_year)
  return isFit
    ? { date, clearedDay: null }
    : { date: { ...date, birth_day: "" }, clearedDay: date.birth_day }
}

/** Whether some of the three are chosen, but not all. */
export const isPartial = (date: BirthDate): boolean =>
  joinBirthDate(date) === null && Object.values(date).some((part) => part !== "")

/** Whether a complete date is less than 18 years ago. */
export function isUnderAge(date: BirthDate, now = new Date()): boolean {
  const birth = joinBirthDate(date)
  if (!birth) return false
  const latest = new Date(
    Date.UTC(now.getUTCFullYear() - ADULT_AGE, now.getUTCMonth(), now.getUTCDate()),
  )
  return birth > latest.toISOString().slice(0, 10)
}

/** The months' names, January first. */
export function monthNames(intlLocale: string): string[] {
  const format = new Intl.DateTimeFormat(intlLocale, { month: "long", timeZone: "UTC" })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)))
}
