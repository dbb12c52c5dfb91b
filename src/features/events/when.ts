/** When an event is, in words: by the clocks where it is. */
import { dayOf } from "../../i18n/dates.ts"
import { INTL_LOCALES, type Locale } from "../../i18n/locales.ts"
import type { PublicEvent } from "./event.ts"

export type Timed = Pick<PublicEvent, "start_date" | "end_date" | "time_zone">

export interface When {
  /** The day with its weekday; for several days, both with their times. */
  date: string
  /** From and to; null when `date` has told it. */
  time: string | null
  /** The name of the clocks' time. */
  zone: string
}

const CLOCK = { hour: "numeric", minute: "2-digit" } as const
const DAY = { year: "numeric", month: "long", day: "numeric" } as const

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(locale: Locale, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([locale, timeZone, options])
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(INTL_LOCALES[locale], { ...options, timeZone })
  formats.set(key, format)
  return format
}

/** Whether it ends on the day it starts, where it is. */
export const isOfOneDay = ({ start_date, end_date, time_zone }: Timed): boolean =>
  dayOf(start_date, time_zone) === dayOf(end_date, time_zone)

/** Its hours, for a list of its day; of several days, from when to when. */
export function shortWhen(event: Timed, locale: Locale): string {
  const day = isOfOneDay(event) ? {} : ({ month: "short", day: "numeric" } as const)
  const format = formatOf(locale, event.time_zone, { ...CLOCK, ...day })
  return format.formatRange(new Date(event.start_date), new Date(event.end_date))
}

/** What the clocks' time in a zone is called at a moment: "Eastern European Time". */
export function zoneName(moment: number, timeZone: string, locale: Locale): string {
  const zone = formatOf(locale, timeZone, { timeZoneName: "longGeneric" })
    .formatToParts(moment)
    .find(({ type }) => type === "timeZoneName")
  return zone?.value ?? timeZone
}

export function whenOf(event: Timed, locale: Locale): When {
  const { time_zone } = event
  const [start, end] = [new Date(event.start_date), new Date(event.end_date)]
  const format = (options: Intl.DateTimeFormatOptions) => formatOf(locale, time_zone, options)
  return {
    ...(isOfOneDay(event)
      ? {
          date: format({ ...DAY, weekday: "long" }).format(start),
          time: format(CLOCK).formatRange(start, end),
        }
      : {
          date: format({ ...DAY, ...CLOCK, weekday: "short" }).formatRange(start, end),
          time: null,
        }),
    zone: zoneName(start.getTime(), time_zone, locale),
  }
}
