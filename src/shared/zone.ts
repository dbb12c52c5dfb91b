import { currentTime } from "./clock.ts"

/** Wall clocks: what a moment is called in a time zone, and which moment a clock's time there is. */

const DAY = 86_400_000

/** Zones to remember; each may be spelled in many ways. */
const ZONES_MAX = 500

/** Returns a function that remembers its results by time zone, within a bound. */
export function rememberedByZone<Result>(make: (timeZone: string) => Result) {
  const results = new Map<string, Result>()
  return (timeZone: string): Result => {
    const known = results.get(timeZone)
    if (known !== undefined) return known
    if (results.size >= ZONES_MAX) results.clear()
    const result = make(timeZone)
    results.set(timeZone, result)
    return result
  }
}

// Making a formatter costs a hundred times what using it does. Sweden writes dates as ISO does.
const clockOf = rememberedByZone(
  (timeZone) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }),
)

/** What clocks in the zone show at a moment (milliseconds), as `YYYY-MM-DDTHH:MM:SS`. */
export const wallTime = (moment: number, timeZone: string): string =>
  clockOf(timeZone).format(moment).replace(" ", "T")

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
export const offsetAt = (moment: number, timeZone: string): number =>
  Date.parse(`${wallTime(moment, timeZone)}Z`) - Math.floor(moment / 1000) * 1000

/** Whether clocks in both zones show the same through the present year: `Europe/Riga`, `Europe/Helsinki`. */
export function haveSameClocks(zone: string, other: string): boolean {
  const year = new Date(currentTime()).getUTCFullYear()
  // Mid-month: neighbours change their clocks within hours of each other.
  const moments = Array.from({ length: 12 }, (_, month) => Date.UTC(year, month, 15))
  return moments.every((moment) => offsetAt(moment, zone) === offsetAt(moment, other))
}

export type WallMoment =
  | { ok: true; iso: string }
  | { ok: false; error: "invalid_date" | "missing_hour" }

const WALL = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/

/**
 * Every moment (milliseconds) at which clocks in the zone show a time (`YYYY-MM-DDTHH:MM`), in order: none
 * in the hour that spring leaves out, two in the one that comes twice in autumn. Null for what is no time.
 */
export function momentsAt(wall: string, timeZone: string): number[] | null {
  const asUtc = WALL.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  // A 30th of February would become the 2nd of March.
  if (Number.isNaN(asUtc) || !new Date(asUtc).toISOString().startsWith(wall)) return null
  const moments = [-DAY, DAY].map((away) => asUtc - offsetAt(asUtc + away, timeZone))
  return [...new Set(moments)]
    .filter((moment) => moment + offsetAt(moment, timeZone) === asUtc)
    .sort((a, b) => a - b)
}

/** The moment of a clock's time; the first of two, and none where there is none. */
export function momentAt(wall: string, timeZone: string): WallMoment {
  const moments = momentsAt(wall, timeZone)
  if (!moments) return { ok: false, error: "invalid_date" }
  const [first] = moments
  return first === undefined
    ? { ok: false, error: "missing_hour" }
    : { ok: true, iso: new Date(first).toISOString() }
}

const dayAfter = (day: string) =>
  new Date(Date.parse(day) + DAY).toISOString().slice(0, "2026-11-27".length)

/** Where a day (`YYYY-MM-DD`) begins in a zone: in some, midnight is in the hour that spring leaves out. */
export function dayStart(day: string, timeZone: string): string {
  const [start] = ["T00:00", "T01:00"].flatMap((clock) => momentsAt(day + clock, timeZone) ?? [])
  return new Date(start ?? Date.parse(day)).toISOString()
}

/** Where the day after begins. */
export const dayEnd = (day: string, timeZone: string): string => dayStart(dayAfter(day), timeZone)

/** An event's first and last moment as its form has them: clocks of its zone, `YYYY-MM-DDTHH:MM`. */
export interface FormTimes {
  start_date: string
  end_date: string
  time_zone: string
  is_all_day: boolean
}

/** A form's times of an event; of one without hours, the end is in its last day. */
export function formTimes({ start_date, end_date, time_zone, is_all_day }: FormTimes) {
  const wall = (moment: number) => wallTime(moment, time_zone).slice(0, "2026-11-27T17:00".length)
  return {
    start_date: wall(Date.parse(start_date)),
    end_date: wall(Date.parse(end_date) - (is_all_day ? 1 : 0)),
  }
}

/** The moment that a form means. */
export function formMoment(times: FormTimes, name: "start_date" | "end_date"): WallMoment {
  const { [name]: wall, time_zone, is_all_day } = times
  const moment = momentAt(wall, time_zone)
  if (!is_all_day || (!moment.ok && moment.error === "invalid_date")) return moment
  const edge = name === "start_date" ? dayStart : dayEnd
  return { ok: true, iso: edge(wall.slice(0, "2026-11-27".length), time_zone) }
}

const two = (number: number) => String(number).padStart(2, "0")

/** An offset in milliseconds as `+02:00`. */
function offsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1000
  const parts = [two(Math.floor(seconds / 3600)), two(Math.floor(seconds / 60) % 60)]
  // Before there were zones, towns kept the sun's time.
  if (seconds % 60 > 0) parts.push(two(seconds % 60))
  return (offset < 0 ? "-" : "+") + parts.join(":")
}

/** An ISO moment as clocks in the zone show it, with their offset: `2026-11-27T17:00:00+02:00`. */
export function withOffset(iso: string, timeZone: string): string {
  const moment = Date.parse(iso)
  return wallTime(moment, timeZone) + offsetText(offsetAt(moment, timeZone))
}
