import { getDayStart } from "../../../shared/zone.ts"
import { toIcalFormat } from "../series/rule.ts"
import { type Clocks, getUtcClocks } from "./zones.ts"

const DAY = 86_400_000

/** A date or time from a calendar. */
export interface Point {
  /** The date, such as `2026-11-27`. */
  day: string
  /** The local time, such as `2026-11-27T17:00:00`. */
  wall: string
  /** Whether the calendar gives only a date, without a time. */
  isDay: boolean
  isUtc: boolean
  clocks: Clocks
  /** The moment in milliseconds. For a date, the beginning of the day. */
  moment: number
}

/** Matches dates and times of iCalendar, and of ISO 8601 with dashes, colons, fractions of seconds or an offset. */
const DATE_OR_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Returns the local time for the parsed numbers. 24:00 becomes the next day, and a leap second the next minute. Returns
 * undefined if the date or time does not exist.
 */
function formatWallTime(numbers: number[]): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers
  const isExistingDay = month <= 12 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
  if (!isExistingDay || hour > 24 || minute > 59 || second > 60) return undefined
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
    .toISOString()
    .slice(0, "2026-11-27T17:00:00".length)
}

/** Converts a local time with an offset (`Z`, `+0200`, `+02:00`) to UTC. */
const inUtc = (wall: string, offset: string): string =>
  new Date(wall + offset.toUpperCase().replace(/(\d\d):?(\d\d)$/, "$1:$2"))
    .toISOString()
    .slice(0, wall.length)

/**
 * Parses a date or a time, and throws for other texts. With `hasDateType` (`VALUE=DATE`), the time of day is ignored. A
 * time in UTC is converted to `defaultZone`.
 */
export function parsePoint(
  text: string,
  hasDateType: boolean,
  clocks: Clocks,
  defaultZone: string,
): Point {
  const [match, ...parts] = DATE_OR_TIME.exec(text.trim()) ?? []
  const isDay = hasDateType || parts[3] === undefined
  const written = formatWallTime(parts.slice(0, isDay ? 3 : 6).map((part) => Number(part ?? 0)))
  if (!match || !written) throw new Error(`Neither a date nor a time: ${text}`)
  const offset = isDay ? undefined : parts[6]
  const isUtc = offset !== undefined
  const wall = isUtc ? inUtc(written, offset) : written
  const day = wall.slice(0, "2026-11-27".length)
  const pointClocks = isUtc ? getUtcClocks(defaultZone) : clocks
  const moment = isDay ? Date.parse(getDayStart(day, pointClocks.zone)) : pointClocks.toMoment(wall)
  return { day, wall, isDay, isUtc, clocks: pointClocks, moment }
}

/** Length of an event. Whole days are counted separately, because a day has 23 or 25 hours when clocks change. */
export interface Length {
  days: number
  /** Milliseconds in addition to the days. */
  milliseconds: number
}

const NO_LENGTH: Length = { days: 0, milliseconds: 0 }

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

/** Parses a DURATION. Returns a length of 0 for a negative or damaged text. */
export function parseDuration(text: string): Length {
  const [match, sign, ...parts] = DURATION.exec(text.trim()) ?? []
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((n) =>
    Number(n ?? 0),
  )
  if (!match || sign === "-") return NO_LENGTH
  return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

export const countDaysBetween = (start: string, end: string) =>
  (Date.parse(end) - Date.parse(start)) / DAY

/** Returns the local time `days` days later. */
export const addDays = (wall: string, days: number) =>
  new Date(Date.parse(`${wall}Z`) + days * DAY).toISOString().slice(0, wall.length)

/** Returns the day, or the moment in UTC. It makes the UID of a repeating entry unique for this date. */
export const getOccurrenceSuffix = ({ isDay, day, moment }: Point): string =>
  toIcalFormat(isDay ? day : new Date(moment).toISOString().slice(0, "2026-11-27T17:00:00".length))
