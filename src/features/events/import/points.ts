/** Parses dates, times and durations in the notation of calendars. */
import { dayStart } from "../../../shared/zone.ts"
import { toIcalFormat } from "../series/rule.ts"
import { type Clocks, utcClocks } from "./zones.ts"

const DAY = 86_400_000

/** A date or time from a calendar. */
export interface Point {
  /** The date: `2026-11-27`. */
  day: string
  /** The local time: `2026-11-27T17:00:00`. */
  wall: string
  /** Whether this is a date without a time. */
  isDay: boolean
  isUtc: boolean
  clocks: Clocks
  /** In milliseconds; for a date, the beginning of the day. */
  moment: number
}

/** Matches dates and times of iCalendar, and ISO 8601 with dashes, colons, fractions of seconds or an offset. */
const DATE_OR_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Returns the local time for the parsed numbers. 24:00 and leap seconds roll over into the next day or minute. Returns
 * undefined for a date or time that does not exist.
 */
function wallOf(numbers: number[]): string | undefined {
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
 * Parses a date or a time. Throws for any other text. `hasDateType` (`VALUE=DATE`) ignores the time of day. Times in UTC
 * are shown in `defaultZone`.
 */
export function pointOf(
  text: string,
  hasDateType: boolean,
  clocks: Clocks,
  defaultZone: string,
): Point {
  const [match, ...parts] = DATE_OR_TIME.exec(text.trim()) ?? []
  const isDay = hasDateType || parts[3] === undefined
  const written = wallOf(parts.slice(0, isDay ? 3 : 6).map((part) => Number(part ?? 0)))
  if (!match || !written) throw new Error(`Neither a date nor a time: ${text}`)
  const offset = isDay ? undefined : parts[6]
  const isUtc = offset !== undefined
  const wall = isUtc ? inUtc(written, offset) : written
  const day = wall.slice(0, "2026-11-27".length)
  const pointClocks = isUtc ? utcClocks(defaultZone) : clocks
  const moment = isDay ? Date.parse(dayStart(day, pointClocks.zone)) : pointClocks.momentOf(wall)
  return { day, wall, isDay, isUtc, clocks: pointClocks, moment }
}

/** The length of an event. A day is longer or shorter when clocks change, so that events end at the same local time. */
export interface Length {
  days: number
  /** Exact length in addition to the days, in milliseconds. */
  rest: number
}

const NO_LENGTH: Length = { days: 0, rest: 0 }

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

/** Parses a DURATION. Returns a length of 0 for negative or damaged text. */
export function durationOf(text: string): Length {
  const [match, sign, ...parts] = DURATION.exec(text.trim()) ?? []
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((n) =>
    Number(n ?? 0),
  )
  if (!match || sign === "-") return NO_LENGTH
  return { days: weeks * 7 + days, rest: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

/** Returns the number of days between two dates. */
export const daysBetween = (start: string, end: string) =>
  (Date.parse(end) - Date.parse(start)) / DAY

/** Returns the same local time some days later. */
export const addDays = (wall: string, days: number) =>
  new Date(Date.parse(`${wall}Z`) + days * DAY).toISOString().slice(0, wall.length)

/** Returns a suffix that makes the UID of a repeating entry unique for one date: the day, or the moment in UTC. */
export const occurrenceOf = ({ isDay, day, moment }: Point): string =>
  toIcalFormat(isDay ? day : new Date(moment).toISOString().slice(0, "2026-11-27T17:00:00".length))
