/** Dates and times in each language's own format, by `Intl`. */
import { INTL_LOCALES, type Locale } from "./locales.ts"

const FORMATS = {
  date: { year: "numeric", month: "long", day: "numeric" },
  shortDate: { year: "numeric", month: "short", day: "numeric" },
  day: { day: "numeric" },
  month: { month: "short" },
  monthYear: { year: "numeric", month: "long" },
  weekday: { weekday: "short" },
  time: { hour: "numeric", minute: "2-digit" },
  moment: { dateStyle: "long", timeStyle: "short" },
  year: { year: "numeric" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

export type DateFormat = keyof typeof FORMATS

/** Where a moment of no place is told: Tallinn and Vilnius share it. */
export const BALTIC_TIME = "Europe/Riga"

// Making a formatter costs a hundred times what using it does.
const formatters = new Map<string, Intl.DateTimeFormat>()

// Intl writes this short month in Lithuanian as a number, which beside a day reads like another day. CLDR
// has the names, for languages that write one after the other.
const LITHUANIAN_MONTHS =
  "saus. vas. kov. bal. geg. birž. liep. rugp. rugs. spal. lapkr. gruod.".split(" ")

function formatter(language: string, format: DateFormat | undefined, timeZone: string) {
  const name = `${language} ${format} ${timeZone}`
  const made =
    formatters.get(name) ??
    new Intl.DateTimeFormat(language, { ...(format && FORMATS[format]), timeZone })
  formatters.set(name, made)
  return made
}

/** A month of a year, as `Intl` writes it: in Latvian it shortens "gada", which nobody does beside a month's name. */
export const inFullYear = (text: string): string => text.replace(/^(\d+\.) g\. /, "$1 gada ")

/** An ISO moment in a locale's format, as clocks in `timeZone` (an IANA name) show it. */
export function formatDate(
  iso: string,
  format: DateFormat,
  locale: Locale,
  timeZone: string = BALTIC_TIME,
): string {
  const text = formatter(INTL_LOCALES[locale], format, timeZone).format(new Date(iso))
  if (format === "monthYear") return inFullYear(text)
  return format === "month" && locale === "lt"
    ? (LITHUANIAN_MONTHS[Number(text) - 1] ?? text)
    : text
}

/** The day of an ISO moment in `timeZone`, as `YYYY-MM-DD`: days compare as text. */
export const dayOf = (iso: string, timeZone: string = BALTIC_TIME): string =>
  formatter("en-CA", undefined, timeZone).format(new Date(iso))

/** The words for how far off a coming ISO moment is: "in 40 seconds", "in 5 minutes". */
export function timeUntil(iso: string, now: number, locale: Locale): string {
  const seconds = Math.max(1, Math.round((Date.parse(iso) - now) / 1000))
  const format = new Intl.RelativeTimeFormat(INTL_LOCALES[locale], { numeric: "always" })
  if (seconds < 60) return format.format(seconds, "second")
  if (seconds < 90 * 60) return format.format(Math.round(seconds / 60), "minute")
  return format.format(Math.round(seconds / 3600), "hour")
}
