/** The event form's values, and what they become. */
import { type FieldErrors, fieldErrors } from "../../problem.ts"
import { type Checked, refused } from "../../ui/submission.ts"
import {
  type ChangedEvent,
  changedEvent,
  DEFAULT_COLOR,
  DEFAULT_TIME_ZONE,
  type NewEvent,
  newEvent,
} from "../events/schema.ts"
import { momentAt, wallTime } from "../events/zone.ts"
import type { CalendarEvent, OwnTeam } from "./api.ts"
import type { Country } from "./filters.ts"

export interface EventValues {
  team_id: string
  title: string
  /** `YYYY-MM-DDTHH:MM` by the clocks of `time_zone`; empty while nothing is chosen. */
  start_date: string
  end_date: string
  time_zone: string
  location: string
  country: Country | ""
  description: string
  color: string
  event_type: "public" | "team"
  is_cancelled: boolean
}

const fieldTime = (iso: string, timeZone: string) =>
  wallTime(Date.parse(iso), timeZone).slice(0, "2026-11-27T17:00".length)

/** A new event's; on a day, it is in the evening, and where the team is. */
export const blankValues = (
  team: Pick<OwnTeam, "id" | "country"> | null,
  day: string | null,
): EventValues => ({
  team_id: team?.id ?? "",
  title: "",
  start_date: day ? `${day}T18:00` : "",
  end_date: day ? `${day}T20:00` : "",
  time_zone: DEFAULT_TIME_ZONE,
  location: "",
  country: team?.country ?? "",
  description: "",
  color: DEFAULT_COLOR,
  event_type: "public",
  is_cancelled: false,
})

export const valuesOf = (event: CalendarEvent): EventValues => ({
  team_id: event.team_id ?? "",
  title: event.title,
  start_date: fieldTime(event.start_date, event.time_zone),
  end_date: fieldTime(event.end_date, event.time_zone),
  time_zone: event.time_zone,
  location: event.location ?? "",
  country: event.country ?? "",
  description: event.description ?? "",
  color: event.color,
  event_type: event.event_type,
  is_cancelled: event.is_cancelled,
})

/** The moments of start and end, and what is wrong with the fields. */
function moments(values: EventValues, event: CalendarEvent | null) {
  const before = event && valuesOf(event)
  const errors: FieldErrors = {}
  const momentOf = (name: "start_date" | "end_date"): string => {
    const wall = values[name]
    // Its seconds, and which of autumn's doubled hours it is in, are nothing that the field can tell.
    const isUntouched = before?.[name] === wall && before.time_zone === values.time_zone
    if (event && isUntouched) return event[name]
    if (wall === "") return ""
    const moment = momentAt(wall, values.time_zone)
    if (moment.ok) return moment.iso
    errors[name] = moment.error
    return ""
  }
  return { start_date: momentOf("start_date"), end_date: momentOf("end_date"), errors }
}

/** The body to send for a new event, or for `event` as it is changed; or what is wrong. */
export function checkEvent(
  values: EventValues,
  event: CalendarEvent | null,
): Checked<NewEvent | ChangedEvent> {
  const { errors, ...dates } = moments(values, event)
  const { is_cancelled, ...fields } = values
  const body = { ...fields, ...dates, country: values.country || null }
  const result = event
    ? changedEvent.safeParse({ ...body, is_cancelled, updated_at: event.updated_at })
    : newEvent.safeParse(body)
  if (result.success) return { ok: true, body: result.data }
  return refused({ ...fieldErrors(result.error.issues), ...errors })
}
