/**
 * Converts between UTC times and wall times. A wall time is the date and time that clocks in a time zone show. A UTC
 * time is in milliseconds since 1970 (`timestamp`) or in ISO format (`iso`).
 */
import { currentTime } from "./clock.ts"
import { memoizeByKey } from "./memoized.ts"

const MS_PER_DAY = 86_400_000

/** The cache is limited, because requests can contain many spellings of a time zone's name. */
const MAX_CACHED_ZONES = 500

export const memoizeByZone = <Result>(make: (timeZone: string) => Result) =>
  memoizeByKey(make, MAX_CACHED_ZONES)

// Uses the Swedish format, which looks like an ISO date.
const getClock = memoizeByZone(
  (timeZone) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }),
)

/** Returns the wall time as `YYYY-MM-DDTHH:MM:SS`. */
export const getWallTime = (timestamp: number, timeZone: string): string =>
  getClock(timeZone).format(timestamp).replace(" ", "T")

/** Returns how far the time zone is ahead of UTC, in milliseconds. */
export const getZoneOffset = (timestamp: number, timeZone: string): number =>
  Date.parse(`${getWallTime(timestamp, timeZone)}Z`) - Math.floor(timestamp / 1000) * 1000

/** Returns whether two time zones have the same time in each month of this year, as Riga and Helsinki do. */
export function haveSameClocks(zone: string, other: string): boolean {
  const year = new Date(currentTime()).getUTCFullYear()
  // Similar time zones may change their clocks some hours apart, so this compares the middles of months.
  const timestamps = Array.from({ length: 12 }, (_, month) => Date.UTC(year, month, 15))
  return timestamps.every(
    (timestamp) => getZoneOffset(timestamp, zone) === getZoneOffset(timestamp, other),
  )
}

/** The UTC time of a wall time, or why there is none. `missing_hour`: clocks skip this wall time in spring. */
export type UtcTime =
  | { ok: true; iso: string }
  | { ok: false; error: "invalid_date" | "missing_hour" }

const WALL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/

/**
 * Returns the UTC times (in milliseconds) of a wall time: none if clocks skip the wall time in spring, two if they
 * repeat it in autumn. Returns null if the wall time is invalid.
 */
export function getUtcTimes(wall: string, timeZone: string): number[] | null {
  const asUtc = WALL_TIME.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  // Rejects days such as the 30th of February, which `Date` reads as the 2nd of March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(wall)) return null
  // The offsets a day before and a day after include the offsets on both sides of a clock change.
  const timestamps = [-MS_PER_DAY, MS_PER_DAY].map(
    (distance) => asUtc - getZoneOffset(asUtc + distance, timeZone),
  )
  return [...new Set(timestamps)]
    .filter((timestamp) => timestamp + getZoneOffset(timestamp, timeZone) === asUtc)
    .sort((a, b) => a - b)
}

/** Returns the UTC time of a wall time. If clocks repeat the wall time, returns the first UTC time. */
export function getUtcTime(wall: string, timeZone: string): UtcTime {
  const timestamps = getUtcTimes(wall, timeZone)
  if (!timestamps) return { ok: false, error: "invalid_date" }
  const [first] = timestamps
  return first === undefined
    ? { ok: false, error: "missing_hour" }
    : { ok: true, iso: new Date(first).toISOString() }
}

const getDayAfter = (day: string) =>
  new Date(Date.parse(day) + MS_PER_DAY).toISOString().slice(0, "2026-11-27".length)

/** Returns the start of a day as an ISO text in UTC. If the time zone skips midnight in spring, it is at 01:00. */
export function getDayStart(day: string, timeZone: string): string {
  const [start] = ["T00:00", "T01:00"].flatMap((clock) => getUtcTimes(day + clock, timeZone) ?? [])
  return new Date(start ?? Date.parse(day)).toISOString()
}

export const getDayEnd = (day: string, timeZone: string): string =>
  getDayStart(getDayAfter(day), timeZone)

/** The times of an event's form: wall times (`YYYY-MM-DDTHH:MM`) in the event's time zone. */
export interface FormTimes {
  start_date: string
  end_date: string
  time_zone: string
  is_all_day: boolean
}

/** Converts an event's UTC times to wall times. An all-day event ends on its last day, not at the next midnight. */
export function getFormTimes({ start_date, end_date, time_zone, is_all_day }: FormTimes) {
  const getWall = (timestamp: number) =>
    getWallTime(timestamp, time_zone).slice(0, "2026-11-27T17:00".length)
  return {
    start_date: getWall(Date.parse(start_date)),
    end_date: getWall(Date.parse(end_date) - (is_all_day ? 1 : 0)),
  }
}

/** Converts a wall time of the form to a UTC time. An all-day event begins and ends at midnight. */
export function parseFormTime(times: FormTimes, name: "start_date" | "end_date"): UtcTime {
  const { [name]: wall, time_zone, is_all_day } = times
  const utcTime = getUtcTime(wall, time_zone)
  if (!is_all_day || (!utcTime.ok && utcTime.error === "invalid_date")) return utcTime
  const edge = name === "start_date" ? getDayStart : getDayEnd
  return { ok: true, iso: edge(wall.slice(0, "2026-11-27".length), time_zone) }
}

const padToTwoDigits = (number: number) => String(number).padStart(2, "0")

function formatOffset(offset: number): string {
  const seconds = Math.abs(offset) / 1000
  const parts = [
    padToTwoDigits(Math.floor(seconds / 3600)),
    padToTwoDigits(Math.floor(seconds / 60) % 60),
  ]
  // Adds seconds, which offsets had before time zones were introduced.
  if (seconds % 60 > 0) parts.push(padToTwoDigits(seconds % 60))
  return (offset < 0 ? "-" : "+") + parts.join(":")
}

/** Returns a wall time with its offset, such as `2026-11-27T17:00:00+02:00`. */
export function formatWithOffset(iso: string, timeZone: string): string {
  const timestamp = Date.parse(iso)
  return getWallTime(timestamp, timeZone) + formatOffset(getZoneOffset(timestamp, timeZone))
}
