/** Start and end of the form, as clocks of the event's zone show them and as moments. */
import type { FieldErrors } from "../../problem.ts"
import { momentAt, wallTime } from "../events/zone.ts"
import type { EventValues } from "./event.ts"

type Times = Pick<
  EventValues,
  "start_date" | "end_date" | "start_moment" | "end_moment" | "time_zone"
>

/** A moment as the field holds it: `YYYY-MM-DDTHH:MM` by the clocks of the zone. */
export const fieldTime = (iso: string, timeZone: string): string =>
  wallTime(Date.parse(iso), timeZone).slice(0, "2026-11-27T17:00".length)

function isoOf(wall: string, timeZone: string): string {
  const moment = momentAt(wall, timeZone)
  return moment.ok ? moment.iso : ""
}

/**
 * What else changes with these changes: the moments follow the clocks. One that was not touched stays as
 * it is, since its seconds, and which of autumn's doubled hours it is in, are nothing that a field can tell.
 */
export function retimed(times: Times, changes: Partial<Times>): Partial<Times> {
  const { start_date, end_date, time_zone } = { ...times, ...changes }
  const isMoved = time_zone !== times.time_zone
  return {
    ...changes,
    ...(isMoved || start_date !== times.start_date
      ? { start_moment: isoOf(start_date, time_zone) }
      : {}),
    ...(isMoved || end_date !== times.end_date ? { end_moment: isoOf(end_date, time_zone) } : {}),
  }
}

/** What is wrong with times that clocks there do not show. */
export function timeErrors(times: Times): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, moment] of [
    ["start_date", times.start_moment],
    ["end_date", times.end_moment],
  ] as const) {
    if (times[name] === "" || moment !== "") continue
    const found = momentAt(times[name], times.time_zone)
    if (!found.ok) errors[name] = found.error
  }
  return errors
}
