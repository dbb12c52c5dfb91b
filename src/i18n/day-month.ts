import { BALTIC_TIME, formatDate } from "./dates.ts"
import { INTL_LOCALES, type Locale } from "./locales.ts"

/** Returns the day and short month of an ISO date, such as "Dec 1". A separate file, because islands do not need it. */
export function formatDayMonth(iso: string, locale: Locale, timeZone: string = BALTIC_TIME) {
  // Intl writes the month as a number in Lithuanian.
  if (locale === "lt") {
    const part = (format: "month" | "day") => formatDate(iso, format, locale, timeZone)
    return `${part("month")} ${part("day")} d.`
  }
  const options = { month: "short", day: "numeric", timeZone } as const
  return new Intl.DateTimeFormat(INTL_LOCALES[locale], options).format(new Date(iso))
}
