import { BALTIC_TIME, formatDate } from "./dates.ts"
import { INTL_LOCALES, type Locale } from "./locales.ts"

/**
 * Returns the day and short month of an ISO date, such as "Dec 1". This function is not in dates.ts, because islands do
 * not need it.
 */
export function formatDayMonth(iso: string, locale: Locale, timeZone: string = BALTIC_TIME) {
  // Joins the parts in Lithuanian, because Intl would write the month as a number.
  if (locale === "lt") {
    const part = (format: "month" | "day") => formatDate(iso, format, locale, timeZone)
    return `${part("month")} ${part("day")} d.`
  }
  const options = { month: "short", day: "numeric", timeZone } as const
  return new Intl.DateTimeFormat(INTL_LOCALES[locale], options).format(new Date(iso))
}
