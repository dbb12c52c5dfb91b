import { bindAbbreviations } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { CLOCK_FORMAT, getDateFormat, getShownEnd, isOneDayEvent, type Timed } from "./event.ts"

export interface DateAndTime {
  /**
   * The day with its weekday. For several days, the first and the last day, with their times unless the event is
   * all-day.
   */
  date: string
  /** Start and end. Null for all-day events and for events of several days. */
  time: string | null
  /** Name of the time zone. Null for all-day events. */
  zone: string | null
}

const DAY_FORMAT = { year: "numeric", month: "long", day: "numeric" } as const

/**
 * Returns the name of a time zone. Russian names say whether it is standard or summer time, because shorter Russian
 * names are names of regions.
 */
export function getZoneName(timestamp: number, timeZone: string, locale: Locale): string {
  const timeZoneName = locale === "ru" ? "long" : "longGeneric"
  const zone = getDateFormat(locale, timeZone, { timeZoneName })
    .formatToParts(timestamp)
    .find(({ type }) => type === "timeZoneName")
  return zone?.value ?? timeZone
}

/** Formats the date, time and time zone of an event for its page. */
export function formatDateAndTime(event: Timed, locale: Locale): DateAndTime {
  const { time_zone } = event
  const [start, end] = [new Date(event.start_date), new Date(getShownEnd(event))]
  const format = (options: Intl.DateTimeFormatOptions) => getDateFormat(locale, time_zone, options)
  const isOneDay = isOneDayEvent(event)
  if (event.is_all_day) {
    const days = format({ ...DAY_FORMAT, weekday: isOneDay ? "long" : "short" })
    return { date: bindAbbreviations(days.formatRange(start, end)), time: null, zone: null }
  }
  return {
    ...(isOneDay
      ? {
          date: bindAbbreviations(format({ ...DAY_FORMAT, weekday: "long" }).format(start)),
          time: format(CLOCK_FORMAT).formatRange(start, end),
        }
      : {
          date: bindAbbreviations(
            format({ ...DAY_FORMAT, ...CLOCK_FORMAT, weekday: "short" }).formatRange(start, end),
          ),
          time: null,
        }),
    zone: getZoneName(start.getTime(), time_zone, locale),
  }
}
