/** The dates of a series as one entry of a calendar (RFC 5545, 3.8.5), where that says the same. For servers and builds. */

import { dayStart, momentsAt, wallTime } from "../../../shared/zone.ts"
import type { PublicEvent } from "../schema.ts"
import { datesUntil } from "../series/dates.ts"

type Dated = Pick<
  PublicEvent,
  "start_date" | "end_date" | "time_zone" | "is_all_day" | "signups" | "series"
>

export interface Repetition<Event> {
  /** The first date, as all but the changed ones are. */
  first: Event
  /** `RRULE` and `EXDATE`, each a line. */
  lines: string[]
  /** Dates that are not as the rule has them, and the moment (ISO) at which it would have them begin. */
  changed: { event: Event; instead: string }[]
}

const DAY = 86_400_000
const DAY_LENGTH = "2026-11-27".length

const compact = (text: string) => text.replace(/[-:]|\.\d+/g, "")
const wallOf = (iso: string, zone: string) => wallTime(Date.parse(iso), zone)
/** By the clocks alone, in milliseconds: the same over a change of theirs. */
const wallLength = ({ start_date, end_date, time_zone }: Dated) =>
  Date.parse(`${wallOf(end_date, time_zone)}Z`) - Date.parse(`${wallOf(start_date, time_zone)}Z`)

/** When the dates of a rule begin and end, going by one of them; null where clocks do not tell one moment. */
function timesLike(model: Dated) {
  const { time_zone: zone } = model
  const clock = wallOf(model.start_date, zone).slice(DAY_LENGTH)
  const length = Date.parse(model.end_date) - Date.parse(model.start_date)
  const days = Math.round(length / DAY)
  return (day: string): { start_date: string; end_date: string } | null => {
    if (model.is_all_day) {
      const last = new Date(Date.parse(day) + days * DAY).toISOString().slice(0, DAY_LENGTH)
      return { start_date: dayStart(day, zone), end_date: dayStart(last, zone) }
    }
    const [start, other] = momentsAt(day + clock, zone) ?? []
    if (start === undefined || other !== undefined) return null
    return {
      start_date: new Date(start).toISOString(),
      end_date: new Date(start + length).toISOString(),
    }
  }
}

/**
 * The dates of one series as a rule, its exceptions, and dates of their own; null where they are better told
 * one by one: where people sign up for each, in several zones, or where little of the rule is left. `isAlike`
 * says whether two of them tell the same, but for when they are.
 */
export function repetitionOf<Event extends Dated>(
  dates: Event[],
  isAlike: (one: Event, other: Event) => boolean,
): Repetition<Event> | null {
  const byDay = new Map(
    dates.flatMap((event) => (event.series ? [[event.series.date, event]] : [])),
  )
  const days = [...byDay.keys()].sort()
  const [firstDay] = days
  const lastDay = days.at(-1)
  const model = dates.find(({ series }) => series && !series.is_detached)
  if (!model?.series || !firstDay || !lastDay) return null
  const { time_zone: zone, is_all_day: isAllDay } = model
  const isOneKind = dates.every(
    (event) =>
      event.time_zone === zone && event.is_all_day === isAllDay && !event.signups.takes_signups,
  )
  const all = datesUntil(model.series.rule, firstDay, lastDay)
  const isByRule = days.every((day) => all.includes(day))
  if (!isOneKind || !isByRule) return null
  if (wallOf(model.start_date, zone).slice(0, DAY_LENGTH) !== model.series.date) return null

  const timesOn = timesLike(model)
  const changed: Repetition<Event>["changed"] = []
  for (const day of all) {
    const times = timesOn(day)
    if (!times) return null
    const event = byDay.get(day)
    const isRegular =
      event?.start_date === times.start_date &&
      event.end_date === times.end_date &&
      // Over a change of clocks, software does not agree which length is meant.
      (isAllDay || wallLength(event) === wallLength(model)) &&
      isAlike(event, model)
    if (event && !isRegular) changed.push({ event, instead: times.start_date })
  }
  const excluded = all.filter((day) => !byDay.has(day))
  const regular = dates.length - changed.length
  // A date without hours that was changed has no name that the library can write.
  if (regular < 2 || excluded.length > regular || (isAllDay && changed.length > 0)) return null

  const startOf = (day: string) => timesOn(day)?.start_date ?? ""
  const until = isAllDay ? compact(lastDay) : compact(startOf(lastDay))
  const without = isAllDay
    ? `EXDATE;VALUE=DATE:${excluded.map(compact).join()}`
    : `EXDATE;TZID=${zone}:${excluded.map((day) => compact(wallOf(startOf(day), zone))).join()}`
  return {
    first: { ...model, ...timesOn(firstDay) },
    lines: [`RRULE:${model.series.rule};UNTIL=${until}`, ...(excluded.length > 0 ? [without] : [])],
    changed,
  }
}
