/** What members write into the calendar, checked alike by the form and by the function. */
import * as z from "zod/mini"
import { isRecord } from "../../json.ts"
import { basedOn, country, optionalLine, optionalText, requiredLine } from "../teams/schema.ts"

/** Longest texts in characters; the database checks the same. */
export const EVENT_LIMITS = { title: 200, description: 10_000, location: 200 }

/** Section 9. */
export const DEFAULT_COLOR = "#3b82f6"
/** Tallinn and Vilnius share it. */
export const DEFAULT_TIME_ZONE = "Europe/Riga"

/** Years that every clock and format knows; the table has the same. */
const isNear = (text: string) => {
  const year = new Date(text).getUTCFullYear()
  return Number.isNaN(year) || (year >= 2000 && year <= 2100)
}

// To the millisecond, as all that is shown of it and pages of a list begin at.
const moment = z.pipe(
  z
    .string("required")
    .check(
      z.iso.datetime({ offset: true, error: "required" }),
      z.refine<string>(isNear, "invalid_date"),
    ),
  z.transform((text) => new Date(text).toISOString()),
)

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name })
    return /^[A-Z]\w*(\/[\w+-]+)*$/.test(name)
  } catch {
    return false
  }
}

/** When something is: its first and its last moment, and the zone that shows them. */
export const eventTimes = {
  start_date: moment,
  end_date: moment,
  time_zone: z.optional(z.string().check(z.refine(isTimeZone, "invalid"))),
}

const fields = {
  team_id: z.uuid("required"),
  title: requiredLine(EVENT_LIMITS.title),
  description: optionalText(EVENT_LIMITS.description),
  ...eventTimes,
  location: optionalLine(EVENT_LIMITS.location),
  country,
  color: z.optional(z.string().check(z.regex(/^#[0-9a-f]{6}$/, "invalid"))),
  event_type: z.enum(["public", "team"], "invalid"),
}

const isMoment = (value: unknown) =>
  /(Z|[+-]\d\d:\d\d)$/.test(String(value)) && !Number.isNaN(Date.parse(String(value)))

/** Refuses an end before its start. */
export const inOrder = z.refine<{ start_date: string; end_date: string }>(
  (event) => Date.parse(event.end_date) >= Date.parse(event.start_date),
  {
    error: "end_before_start",
    path: ["end_date"],
    when: ({ value }) => isRecord(value) && isMoment(value.start_date) && isMoment(value.end_date),
  },
)

export const newEvent = z.object(fields).check(inOrder)
export const changedEvent = z
  .object({ ...fields, is_cancelled: z.optional(z.boolean()), updated_at: basedOn })
  .check(inOrder)

export type NewEvent = z.infer<typeof newEvent>
export type ChangedEvent = z.infer<typeof changedEvent>
