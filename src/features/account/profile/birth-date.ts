/** Earliest year of birth that the form offers and the API accepts. */
export const FIRST_YEAR = 1900

const BIRTH_DATE_PARTS = ["birth_day", "birth_month", "birth_year"] as const

/** Values of the three inputs. Day and month have two digits. An empty string means that the input is empty. */
export type BirthDate = Record<(typeof BIRTH_DATE_PARTS)[number], string>

const isWholeYear = (year: string): boolean => /^\d{4}$/.test(year)

/** Returns the days of the month: 31 if no month is chosen, and 29 for February until the year has four digits. */
function countDays(month: string, year: string): number {
  if (!month) return 31
  return new Date(Date.UTC(isWholeYear(year) ? Number(year) : 2000, Number(month), 0)).getUTCDate()
}

const listNumbers = (from: number, to: number) =>
  Array.from({ length: Math.abs(to - from) + 1 }, (_, index) => from + index * Math.sign(to - from))

const twoDigits = (number: number) => String(number).padStart(2, "0")

export const listDayOptions = (month: string, year: string): string[] =>
  listNumbers(1, countDays(month, year)).map(twoDigits)

export const MONTH_OPTIONS = listNumbers(1, 12).map(twoDigits)

export const listYearOptions = (now = new Date()): string[] =>
  listNumbers(now.getFullYear(), FIRST_YEAR).map(String)

const isEmptyBirthDate = (date: BirthDate): boolean =>
  Object.values(date).every((part) => part === "")

/** Returns the empty inputs of a date. Returns no input if all three are empty, because the date is optional. */
export const listMissingParts = (date: BirthDate): (keyof BirthDate)[] =>
  isEmptyBirthDate(date) ? [] : BIRTH_DATE_PARTS.filter((part) => date[part] === "")

/** Splits a date such as `2004-02-29`. If the date is null, the parts are empty strings. */
export function splitBirthDate(date: string | null): BirthDate {
  const [birth_year = "", birth_month = "", birth_day = ""] = date?.split("-") ?? []
  return { birth_day, birth_month, birth_year }
}

/**
 * Returns the date as the API expects it: null deletes the stored date. Incomplete dates are rejected by
 * checkChanges().
 */
export const getBirthDateToSend = (date: BirthDate): string | null => {
  const { birth_day, birth_month, birth_year } = date
  return isEmptyBirthDate(date) ? null : `${birth_year}-${birth_month}-${birth_day}`
}

export const hasPlausibleYear = (date: string): boolean =>
  /^\d{4}-/.test(date) && Number(date.slice(0, 4)) >= FIRST_YEAR

/** Returns whether the text has the format `YYYY-MM-DD` and the day exists. `Date` can parse 30 February as 1 March. */
export function isCalendarDay(date: string): boolean {
  const day = new Date(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : Number.NaN)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}

export const isTodayOrEarlier = (date: string): boolean =>
  date <= new Date().toISOString().slice(0, 10)

/** Age in years from which a member can show the birth date to other people. */
const ADULT_AGE = 18

/** Changes parts of a date. Clears a day that the new month does not have, and returns it as `clearedDay`. */
export function chooseBirthDate(before: BirthDate, parts: Partial<BirthDate>) {
  const date = { ...before, ...parts }
  const hasDay = Number(date.birth_day) <= countDays(date.birth_month, date.birth_year)
  return hasDay
    ? { date, clearedDay: null }
    : { date: { ...date, birth_day: "" }, clearedDay: date.birth_day }
}

/**
 * Returns whether a member with this birth date is younger than 18. A missing month counts as December and a missing day
 * as the last day of the month. Returns false if the year does not have four digits.
 */
export function isUnderAge(date: BirthDate, now = new Date()): boolean {
  const { birth_day, birth_month, birth_year } = date
  if (!isWholeYear(birth_year)) return false
  const latestBirth = `${birth_year}-${birth_month || "12"}-${birth_day || "31"}`
  const latestAdultBirth = new Date(
    Date.UTC(now.getUTCFullYear() - ADULT_AGE, now.getUTCMonth(), now.getUTCDate()),
  )
  return latestBirth > latestAdultBirth.toISOString().slice(0, 10)
}

export const isKnownAdult = (date: BirthDate): boolean =>
  isWholeYear(date.birth_year) && !isUnderAge(date)

export function listMonthNames(intlLocale: string): string[] {
  const format = new Intl.DateTimeFormat(intlLocale, { month: "long", timeZone: "UTC" })
  return Array.from({ length: 12 }, (_, month) => format.format(Date.UTC(2000, month)))
}
