/** Dates, times and lengths as calendars write them. */
import { dayStart } from "../../../shared/zone.ts"
import { type Clocks, utcClocks } from "./zones.ts"

const DAY = 86_400_000

/** A date or a time as a calendar writes it. */
export interface Point {
  /** The date: `2026-11-27`. */
  day: string
  /** What clocks show: `2026-11-27T17:00:00`. */
  wall: string
  isDay: boolean
  isUtc: boolean
  clocks: Clocks
  /** Milliseconds; of a date, its beginning. */
  moment: number
}

/** Dashes, colons and seconds may be written or left out. `+02:00` is of ISO 8601, as are fractions of seconds. */
const WRITTEN =
  /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d)(?::?(\d\d)(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * Returns what clocks show for written numbers: 24:00 and leap seconds are in the next day. Returns undefined for a
 * date or a time that there is not.
 */
function wallOf(numbers: number[]): string | undefined {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers
  const isDate = month <= 12 && new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day
  if (!isDate || hour > 24 || minute > 59 || second > 60) return undefined
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
    .toISOString()
    .slice(0, "2026-11-27T17:00:00".length)
}

/** Returns what clocks in UTC show when others show a time, by the others' offset: `Z`, `+0200`, `+02:00`. */
const inUtc = (wall: string, offset: string): string =>
  new Date(wall + offset.toUpperCase().replace(/(\d\d):?(\d\d)$/, "$1:$2"))
    .toISOString()
    .slice(0, wall.length)

/** Reads a date or a time. Throws for text that is neither. */
export function pointOf(text: string, isDate: boolean, clocks: Clocks, usual: string): Point {
  const [match, ...parts] = WRITTEN.exec(text.trim()) ?? []
  const isDay = isDate || parts[3] === undefined
  const written = wallOf(parts.slice(0, isDay ? 3 : 6).map((part) => Number(part ?? 0)))
  if (!match || !written) throw new Error(`Neither a date nor a time: ${text}`)
  const offset = isDay ? undefined : parts[6]
  const isUtc = offset !== undefined
  const wall = isUtc ? inUtc(written, offset) : written
  const day = wall.slice(0, "2026-11-27".length)
  const own = isUtc ? utcClocks(usual) : clocks
  const moment = isDay ? Date.parse(dayStart(day, own.zone)) : own.momentOf(wall)
  return { day, wall, isDay, isUtc, clocks: own, moment }
}

/** How long an event takes: whole days keep the clock's time over a change of clocks, the rest is exact. */
export interface Length {
  days: number
  /** Milliseconds. */
  rest: number
}

const NO_LENGTH: Length = { days: 0, rest: 0 }

const DURATION = /^([+-])?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/i

/** Returns the length of a DURATION; none for damaged text. */
export function durationOf(text: string): Length {
  const [match, sign, ...parts] = DURATION.exec(text.trim()) ?? []
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((n) =>
    Number(n ?? 0),
  )
  if (!match || sign === "-") return NO_LENGTH
  return { days: weeks * 7 + days, rest: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
}

/** Returns how many days after a day another one is. */
export const daysBetween = (start: string, end: string) =>
  (Date.parse(end) - Date.parse(start)) / DAY

/** Returns the same time some days later. */
export const addDays = (wall: string, days: number) =>
  new Date(Date.parse(`${wall}Z`) + days * DAY).toISOString().slice(0, wall.length)

/** Returns a date or a time as calendars write it. */
export const compact = (text: string) => text.replace(/[-:]/g, "")

/** Returns which occurrence of a repeating entry a date is, for its UID: its day, or its moment in UTC. */
export const occurrenceOf = ({ isDay, day, moment }: Point): string =>
  compact(isDay ? day : new Date(moment).toISOString().slice(0, "2026-11-27T17:00:00".length))
