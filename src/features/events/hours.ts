import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { CLOCK_FORMAT, getDateFormat, getShownEnd, isOneDayEvent, type Timed } from "./event.ts"

/** Returns the weekday and the time of the start, for example "Fri 5:00 PM". */
export function formatStart(
  { start_date, time_zone, is_all_day }: Omit<Timed, "end_date">,
  locale: Locale,
  t: Translate,
): string {
  const weekday = formatDate(start_date, "weekday", locale, time_zone)
  return is_all_day
    ? `${weekday} · ${t("calendar:event.allDay")}`
    : `${weekday} ${formatDate(start_date, "time", locale, time_zone)}`
}

/**
 * For an event on one day, returns its hours without the date. For several days, returns both dates with their times.
 */
export function formatShortDateAndTime(event: Timed, locale: Locale, t: Translate): string {
  const isOneDay = isOneDayEvent(event)
  if (isOneDay && event.is_all_day) return t("calendar:event.allDay")
  // Lithuanian needs the long form, because Intl writes its short months as numbers: "08-31 18:00 – 09-02 18:00".
  const month = locale === "lt" ? "long" : "short"
  const day = isOneDay ? {} : ({ month, day: "numeric" } as const)
  const clock = event.is_all_day ? {} : CLOCK_FORMAT
  const format = getDateFormat(locale, event.time_zone, { ...clock, ...day })
  return format.formatRange(new Date(event.start_date), new Date(getShownEnd(event)))
}
