import { bindAbbreviations } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { CLOCK, getDateFormat, getLastMoment, isOfOneDay, type Timed } from "./event.ts"

export interface DateAndTime {
  /** The day with its weekday, or both days with their times. */
  date: string
  /** Null for all-day events, and for events of several days. */
  time: string | null
  /** Null for all-day events. */
  zone: string | null
}

const DAY = { year: "numeric", month: "long", day: "numeric" } as const

/** The Russian generic names are names of regions, so the Russian name adds standard or summer time. */
export function getZoneName(moment: number, timeZone: string, locale: Locale): string {
  const timeZoneName = locale === "ru" ? "long" : "longGeneric"
  const zone = getDateFormat(locale, timeZone, { timeZoneName })
    .formatToParts(moment)
    .find(({ type }) => type === "timeZoneName")
  return zone?.value ?? timeZone
}

export function formatDateAndTime(event: Timed, locale: Locale): DateAndTime {
  const { time_zone } = event
  const [start, end] = [new Date(event.start_date), new Date(getLastMoment(event))]
  const format = (options: Intl.DateTimeFormatOptions) => getDateFormat(locale, time_zone, options)
  const isOneDay = isOfOneDay(event)
  if (event.is_all_day) {
    const days = format({ ...DAY, weekday: isOneDay ? "long" : "short" })
    return { date: bindAbbreviations(days.formatRange(start, end)), time: null, zone: null }
  }
  return {
    ...(isOneDay
      ? {
          date: bindAbbreviations(format({ ...DAY, weekday: "long" }).format(start)),
          time: format(CLOCK).formatRange(start, end),
        }
      : {
          date: bindAbbreviations(
            format({ ...DAY, ...CLOCK, weekday: "short" }).formatRange(start, end),
          ),
          time: null,
        }),
    zone: getZoneName(start.getTime(), time_zone, locale),
  }
}
