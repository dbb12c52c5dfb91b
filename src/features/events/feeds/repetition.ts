/**
 * Converts a series of events to one repeating calendar entry (RFC 5545, 3.8.5), which calendar apps show as a series.
 */

import { getDayStart, getUtcTimes, getWallTime } from "../../../shared/zone.ts"
import type { PublicEvent } from "../schema.ts"
import { listDatesUntil } from "../series/dates.ts"
import { toIcalFormat } from "../series/rule.ts"

type DatedEvent = Pick<
  PublicEvent,
  "start_date" | "end_date" | "time_zone" | "is_all_day" | "signups" | "series"
>

interface Repetition<Event> {
  /** The event that the repeating entry shows, with the times of the first date. */
  first: Event
  /** The RRULE line and, if dates are left out, the EXDATE line. */
  lines: string[]
  /** Events that differ from the rule. `ruleStart` is the start (ISO) that the rule gives for the date. */
  changed: { event: Event; ruleStart: string }[]
}

const MS_PER_DAY = 86_400_000
const DAY_LENGTH = "2026-11-27".length

const toWallTime = (iso: string, zone: string) => getWallTime(Date.parse(iso), zone)

/** Returns the milliseconds between the local start and end, as if clocks did not change during the event. */
const getWallLength = ({ start_date, end_date, time_zone }: DatedEvent) =>
  Date.parse(`${toWallTime(end_date, time_zone)}Z`) -
  Date.parse(`${toWallTime(start_date, time_zone)}Z`)

/**
 * Returns a function that moves an event to another day at the same local time. The function returns null if clocks
 * skip or repeat the start on that day.
 */
function createTimesGetter(model: DatedEvent) {
  const { time_zone: zone } = model
  const timeOfDay = toWallTime(model.start_date, zone).slice(DAY_LENGTH)
  const length = Date.parse(model.end_date) - Date.parse(model.start_date)
  const dayCount = Math.round(length / MS_PER_DAY)
  return (day: string): { start_date: string; end_date: string } | null => {
    if (model.is_all_day) {
      const dayAfter = new Date(Date.parse(day) + dayCount * MS_PER_DAY)
        .toISOString()
        .slice(0, DAY_LENGTH)
      return { start_date: getDayStart(day, zone), end_date: getDayStart(dayAfter, zone) }
    }
    // A second result means that clocks repeat this hour.
    const [start, secondStart] = getUtcTimes(day + timeOfDay, zone) ?? []
    if (start === undefined || secondStart !== undefined) return null
    return {
      start_date: new Date(start).toISOString(),
      end_date: new Date(start + length).toISOString(),
    }
  }
}

/**
 * Returns a rule with its exceptions, or null if the dates must be single entries, for example because few of them
 * follow the rule. `hasSameContent` compares two events without their times.
 */
export function findRepetition<Event extends DatedEvent>(
  dates: Event[],
  hasSameContent: (a: Event, b: Event) => boolean,
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
  const haveSameSettings = dates.every(
    (event) =>
      event.time_zone === zone && event.is_all_day === isAllDay && !event.signups.takes_signups,
  )
  const ruleDays = listDatesUntil(model.series.rule, firstDay, lastDay)
  const areAllInRule = days.every((day) => ruleDays.includes(day))
  if (!haveSameSettings || !areAllInRule) return null
  if (toWallTime(model.start_date, zone).slice(0, DAY_LENGTH) !== model.series.date) return null

  const getTimes = createTimesGetter(model)
  const changed: Repetition<Event>["changed"] = []
  for (const day of ruleDays) {
    const times = getTimes(day)
    if (!times) return null
    const event = byDay.get(day)
    const isRegular =
      event?.start_date === times.start_date &&
      event.end_date === times.end_date &&
      // Compares the local lengths, because calendar apps disagree about events during which clocks change.
      (isAllDay || getWallLength(event) === getWallLength(model)) &&
      hasSameContent(event, model)
    if (event && !isRegular) changed.push({ event, ruleStart: times.start_date })
  }
  const excludedDays = ruleDays.filter((day) => !byDay.has(day))
  const regularCount = dates.length - changed.length
  // All-day series with changes are not converted, because ical-generator cannot write their RECURRENCE-IDs.
  if (regularCount < 2 || excludedDays.length > regularCount || (isAllDay && changed.length > 0))
    return null

  const getStart = (day: string) => getTimes(day)?.start_date ?? ""
  const until = isAllDay ? toIcalFormat(lastDay) : toIcalFormat(getStart(lastDay))
  const exdate = isAllDay
    ? `EXDATE;VALUE=DATE:${excludedDays.map(toIcalFormat).join()}`
    : `EXDATE;TZID=${zone}:${excludedDays.map((day) => toIcalFormat(toWallTime(getStart(day), zone))).join()}`
  return {
    first: { ...model, ...getTimes(firstDay) },
    lines: [
      `RRULE:${model.series.rule};UNTIL=${until}`,
      ...(excludedDays.length > 0 ? [exdate] : []),
    ],
    changed,
  }
}
