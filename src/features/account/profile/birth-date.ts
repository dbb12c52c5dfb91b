/** Earliest year of birth that the form offers and the API accepts. */
export const FIRST_YEAR = 1900

const BIRTH_DATE_PARTS = ["birth_day", "birth_month", "birth_year"] as const

/** The values of the three inputs, empty until they are filled. Day and month have two digits. */
export type BirthDate = Record<(typeof BIRTH_DATE_PARTS)[number], string>

const isWholeYear = (year: string): boolean => /^\d{4}$/.test(year)

/** February has 29 days until all four digits of the year are typed. */
function countDays(month: string, year: string): number {
  if (!month) return 31
  return new Date(Date.UTC(isWholeYear(year) ? Number(year) : 2000, Number(month), 0)).getUTCDate()
}

/** Lists the numbers between both ends, in ascending or descending order. */
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

/** Lists the empty inputs of a date. Lists none if all three are empty, because the date is optional. */
export const listMissingParts = (date: BirthDate): (keyof BirthDate)[] =>
  isEmptyBirthDate(date) ? [] : BIRTH_DATE_PARTS.filter((part) => date[part] === "")

/** Splits `YYYY-MM-DD`. For null, the parts are empty. */
export function splitBirthDate(date: string | null): BirthDate {
  const [birth_year = "", birth_month = "", birth_day = ""] = date?.split("-") ?? []
  return { birth_day, birth_month, birth_year }
}

/** Returns the date for the API, or null to delete the stored date. The check rejects a date that is incomplete. */
export const getBirthDateToSend = (date: BirthDate): string | null => {
  const { birth_day, birth_month, birth_year } = date
  return isEmptyBirthDate(date) ? null : `${birth_year}-${birth_month}-${birth_day}`
}

export const hasPlausibleYear = (date: string): boolean =>
  /^\d{4}-/.test(date) && Number(date.slice(0, 4)) >= FIRST_YEAR

/** Returns whether the text is `YYYY-MM-DD` and the day exists. `Date` may read 30 February as 1 March. */
export function isCalendarDay(date: string): boolean {
  const moment = new Date(/^\d{4}-\d\d-\d\d$/.test(date) ? `${date}T00:00:00Z` : Number.NaN)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(date)
}

export const isTodayOrEarlier = (date: string): boolean =>
  date <= new Date().toISOString().slice(0, 10)

/** Age in years. Other people never see the birth date of a younger member. */
const ADULT_AGE = 18

/** Changes parts of a date. If the month then has fewer days, the day is cleared and returned as `clearedDay`. */
export function chooseBirthDate(before: BirthDate, parts: Partial<BirthDate>) {
  const date = { ...before, ...parts }
  const hasDay = Number(date.birth_day) <= countDays(date.birth_month, date.birth_year)
  return hasDay
    ? { date, clearedDay: null }
    : { date: { ...date, birth_day: "" }, clearedDay: date.birth_day }
}

/**
 * Returns whether the date is less than 18 years ago. Without a day or month, the end of the year or month counts. A date
 * without a whole year counts as not under age.
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
