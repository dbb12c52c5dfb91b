/** Parses the dates, times and lengths of calendar entries. */
import { getDayStart } from "../../../shared/zone.ts"
import { toIcalFormat } from "../series/rule.ts"
import { type Clocks, getUtcClocks } from "./zones.ts"

const MS_PER_DAY = 86_400_000

/** A parsed date or time of a calendar entry. */
export interface Point {
  /** The date, such as `2026-11-27`. */
  day: string
  /** Local time, such as `2026-11-27T17:00:00`. */
  wall: string
  /** Whether the point is a date without a time. */
  isDay: boolean
  /** Whether the time is in UTC, or was converted to UTC because it has an offset. */
  isUtc: boolean
  clocks: Clocks
  /** Timestamp in milliseconds. For a date, it is the beginning of the day. */
  timestamp: number
}

/** Matches iCalendar, and ISO 8601 with dashes, colons, fractions of seconds or an offset. */
const DATE_OR_TIME =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Formats a local time. 24:00 and leap seconds become the next day or minute. Returns undefined if the day or time does
 * not exist.
 */
function formatWallTime(numbers: number[]): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers
  const isExistingDay = month <= 12 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
  if (!isExistingDay || hour > 24 || minute > 59 || second > 60) return undefined
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
    .toISOString()
    .slice(0, "2026-11-27T17:00:00".length)
}

const convertToUtc = (wall: string, offset: string): string =>
  new Date(wall + offset.toUpperCase().replace(/(\d\d):?(\d\d)$/, "$1:$2"))
    .toISOString()
    .slice(0, wall.length)

/**
 * Parses a date or time, and throws an error for other texts. `hasDateType` (`VALUE=DATE`) means that a time is
 * ignored. An event with a time in UTC is shown in `defaultZone`.
 */
export function parsePoint(
  text: string,
  hasDateType: boolean,
  clocks: Clocks,
  defaultZone: string,
): Point {
  const [match, ...parts] = DATE_OR_TIME.exec(text.trim()) ?? []
  const isDay = hasDateType || parts[3] === undefined
  const writtenTime = formatWallTime(parts.slice(0, isDay ? 3 : 6).map((part) => Number(part ?? 0)))
  if (!match || !writtenTime) throw new Error(`Neither a date nor a time: ${text}`)
  const offset = isDay ? undefined : parts[6]
  const isUtc = offset !== undefined
  const wall = isUtc ? convertToUtc(writtenTime, offset) : writtenTime
  const day = wall.slice(0, "2026-11-27".length)
  const pointClocks = isUtc ? getUtcClocks(defaultZone) : clocks
  const timestamp = isDay
    ? Date.parse(getDayStart(day, pointClocks.zone))
    : pointClocks.toTimestamp(wall)
  return { day, wall, isDay, isUtc, clocks: pointClocks, timestamp }
}

/** A length of time. Days are counted separately, because a day has 23 or 25 hours when clocks change. */
export interface Length {
  days: number
  milliseconds: number
}

const NO_LENGTH: Length = { days: 0, milliseconds: 0 }

/** Matches durations of iCalendar, such as `P1DT2H`. */
const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

/** Returns a length of 0 for a negative or damaged duration. */
export function parseDuration(text: string): Length {
  const [match, sign, ...parts] = DURATION.exec(text.trim()) ?? []
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((digits) =>
    Number(digits ?? 0),
  )
  if (!match || sign === "-") return NO_LENGTH
  return { days: weeks * 7 + days, milliseconds: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

export const countDaysBetween = (start: string, end: string) =>
  (Date.parse(end) - Date.parse(start)) / MS_PER_DAY

export const addDays = (wall: string, days: number) =>
  new Date(Date.parse(`${wall}Z`) + days * MS_PER_DAY).toISOString().slice(0, wall.length)

/** Returns the day, or the time in UTC, which makes the UID of each date of a repeating entry unique. */
export const getOccurrenceSuffix = ({ isDay, day, timestamp }: Point): string =>
  toIcalFormat(
    isDay ? day : new Date(timestamp).toISOString().slice(0, "2026-11-27T17:00:00".length),
  )
