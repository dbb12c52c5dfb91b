import { INTL_LOCALES, type Locale } from "./locales.ts"

const FORMATS = {
  date: { year: "numeric", month: "long", day: "numeric" },
  dayMonth: { month: "long", day: "numeric" },
  weekdayDate: { weekday: "long", month: "long", day: "numeric" },
  shortDate: { year: "numeric", month: "short", day: "numeric" },
  shortDay: { weekday: "short", month: "short", day: "numeric" },
  shortDateTime: {
    weekday: "short",
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  },
  day: { day: "numeric" },
  month: { month: "short" },
  monthYear: { year: "numeric", month: "long" },
  weekday: { weekday: "short" },
  time: { hour: "numeric", minute: "2-digit" },
  dateTime: { dateStyle: "long", timeStyle: "short" },
  year: { year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateFormat = keyof typeof FORMATS

/** Time zone of all three countries: Tallinn and Vilnius have the same time as Riga. */
export const BALTIC_TIME = "Europe/Riga"

const formatters = new Map<string, Intl.DateTimeFormat>()

// Names from CLDR, because Intl abbreviates Lithuanian months to numbers, which look like days.
const LITHUANIAN_MONTHS =
  "saus. vas. kov. bal. geg. birž. liep. rugp. rugs. spal. lapkr. gruod.".split(" ")

/** Languages in which `shortDay` and `shortDateTime` contain the full name of the month. */
const LANGUAGES_WITH_FULL_MONTHS = ["et-EE", "lt-LT", "ru-RU"]

/**
 * Gives hours two digits, except in English ("8:00 AM"). In the other languages, Intl would write "8:00" or "08:00",
 * depending on the other options.
 */
export const padHours = (
  language: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormatOptions =>
  options.hour && language !== INTL_LOCALES.en ? { ...options, hour: "2-digit" } : options

function getOptions(
  language: string,
  format: DateFormat | undefined,
): Intl.DateTimeFormatOptions | undefined {
  const hasFullMonth =
    (format === "shortDay" || format === "shortDateTime") &&
    LANGUAGES_WITH_FULL_MONTHS.includes(language)
  return (
    format && padHours(language, { ...FORMATS[format], ...(hasFullMonth && { month: "long" }) })
  )
}

function getFormatter(language: string, format: DateFormat | undefined, timeZone: string) {
  const name = `${language} ${format} ${timeZone}`
  const cached =
    formatters.get(name) ??
    new Intl.DateTimeFormat(language, { ...getOptions(language, format), timeZone })
  formatters.set(name, cached)
  return cached
}

/** Replaces the abbreviation "g." after a Latvian year at the start of a text with "gada". */
export const spellOutYear = (text: string): string => text.replace(/^(\d+\.) g\. /, "$1 gada ")

/** Binds "г." (year) in Russian, and "m." (year) and "d." (day) in Lithuanian, to their number with a fixed space. */
export const bindAbbreviations = (text: string): string => text.replace(/ (?=[гmd]\.)/g, "\u00a0")

export function formatDate(
  iso: string,
  format: DateFormat,
  locale: Locale,
  timeZone: string = BALTIC_TIME,
): string {
  const text = bindAbbreviations(
    getFormatter(INTL_LOCALES[locale], format, timeZone).format(new Date(iso)),
  )
  if (format === "monthYear") return spellOutYear(text)
  // Capitalizes the weekday in all languages because it is a label or starts a line.
  if (format === "weekday") return text.charAt(0).toUpperCase() + text.slice(1)
  // Removes the zero that Intl adds to a Lithuanian day without a month.
  if (format === "day" && locale === "lt") return text.replace(/^0/, "")
  return format === "month" && locale === "lt"
    ? (LITHUANIAN_MONTHS[Number(text) - 1] ?? text)
    : text
}

/** Returns the day of a timestamp in a time zone, as `YYYY-MM-DD`. */
export const getLocalDay = (iso: string, timeZone: string = BALTIC_TIME): string =>
  getFormatter("en-CA", undefined, timeZone).format(new Date(iso))

const MS_PER_DAY = 86_400_000

/** Returns the number of days from today to the day of a timestamp in a time zone. `now` is in milliseconds. */
const countDays = (iso: string, now: number, timeZone: string): number => {
  const today = getLocalDay(new Date(now).toISOString(), timeZone)
  return (Date.parse(getLocalDay(iso, timeZone)) - Date.parse(today)) / MS_PER_DAY
}

/** Returns words such as "today" or "in 3 days". */
export const formatDays = (days: number, locale: Locale): string =>
  new Intl.RelativeTimeFormat(INTL_LOCALES[locale], { numeric: "auto" }).format(days, "day")

/** Days that are further away are shown as dates, which are easier to understand. */
export const MAX_DAYS_IN_WORDS = 30

/** Returns words such as "in 3 days", or an empty string for past days and for days after the next 30. */
export function formatDaysUntil(
  iso: string,
  now: number,
  locale: Locale,
  timeZone: string,
): string {
  const days = countDays(iso, now, timeZone)
  return days < 0 || days > MAX_DAYS_IN_WORDS ? "" : formatDays(days, locale)
}

/** Returns "today", "tomorrow", or a date such as "Fri, Dec 4". */
export function formatRelativeDay(
  iso: string,
  now: number,
  locale: Locale,
  timeZone: string,
): string {
  const days = countDays(iso, now, timeZone)
  if (days === 0 || days === 1) return formatDays(days, locale)
  return formatDate(iso, "shortDay", locale, timeZone)
}

/** Returns words such as "in 40 seconds". `now` is in milliseconds. */
export function formatTimeUntil(iso: string, now: number, locale: Locale): string {
  const seconds = Math.max(1, Math.round((Date.parse(iso) - now) / 1000))
  const format = new Intl.RelativeTimeFormat(INTL_LOCALES[locale], { numeric: "always" })
  if (seconds < 60) return format.format(seconds, "second")
  if (seconds < 90 * 60) return format.format(Math.round(seconds / 60), "minute")
  return format.format(Math.round(seconds / 3600), "hour")
}

/** Returns the age of a timestamp in minutes or hours, such as "5 min. ago". `now` is in milliseconds. */
export function formatAge(iso: string, now: number, locale: Locale): string {
  const minutes = Math.max(1, Math.round((now - Date.parse(iso)) / 60_000))
  const [age, unit] =
    minutes < 60 ? ([minutes, "minute"] as const) : ([Math.round(minutes / 60), "hour"] as const)
  return new Intl.RelativeTimeFormat(INTL_LOCALES[locale], { style: "short" }).format(-age, unit)
}
