/** Keeps the local times of the form and the moments computed from them in sync. */
import type { FieldErrors } from "../../../shared/problem.ts"
import { type FormTimes, formMoment } from "../../../shared/zone.ts"
import type { EventValues } from "./schema.ts"

type Times = FormTimes & Pick<EventValues, "start_moment" | "end_moment">

function isoOf(times: FormTimes, name: "start_date" | "end_date"): string {
  const moment = formMoment(times, name)
  return moment.ok ? moment.iso : ""
}

/**
 * Returns the changes together with the moments that follow from them. A time that was not edited keeps its moment,
 * because the text of a field has no seconds, and an hour repeated in autumn is ambiguous.
 */
export function withMoments(times: Times, changes: Partial<Times>): Partial<Times> {
  const next = { ...times, ...changes }
  const isMoved = next.time_zone !== times.time_zone || next.is_all_day !== times.is_all_day
  return {
    ...changes,
    ...(isMoved || next.start_date !== times.start_date
      ? { start_moment: isoOf(next, "start_date") }
      : {}),
    ...(isMoved || next.end_date !== times.end_date ? { end_moment: isoOf(next, "end_date") } : {}),
  }
}

/** Returns errors for local times that do not exist, such as the hour skipped in spring. */
export function timeErrors(times: Times): FieldErrors {
  const errors: FieldErrors = {}
  for (const [name, moment] of [
    ["start_date", times.start_moment],
    ["end_date", times.end_moment],
  ] as const) {
    if (times[name] === "" || moment !== "") continue
    const found = formMoment(times, name)
    if (!found.ok) errors[name] = found.error
  }
  return errors
}
