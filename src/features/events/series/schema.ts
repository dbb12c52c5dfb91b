/** Schemas of repeat rules and series, used by forms and functions. */
import * as z from "zod/mini"
import { whole } from "../../../schema/fields.ts"
import { FREQUENCIES, WEEKDAYS } from "./rule.ts"

/** Maximum number of dates in a series: one for each day of a year. */
export const DATES_MAX = 366

const DATE = /^\d{4}-\d\d-\d\d$/

// Date.parse accepts February 30 as March 2.
const isDate = (text: string) =>
  DATE.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text) &&
  text >= "2000" &&
  text < "2101"

const date = z.string("invalid_date").check(z.refine(isDate, "invalid_date"))

/** How a new event repeats. It ends on a date or after a number of dates. */
export const repeat = z
  .object({
    frequency: z.enum(FREQUENCIES, "invalid"),
    /** Weekdays of a weekly rule, in addition to that of the first date. */
    days: z.array(z.enum(WEEKDAYS, "invalid")).check(z.maxLength(WEEKDAYS.length, "invalid")),
    until: z.optional(date),
    /** Includes excluded dates. */
    count: z.optional(whole(1, DATES_MAX)),
    except: z.array(date).check(z.maxLength(DATES_MAX, "too_many_dates")),
  })
  .check(
    z.refine(({ until, count }) => (until === undefined) !== (count === undefined), "required"),
  )
export type Repeat = z.infer<typeof repeat>

/** The dates that a change applies to: one, this and the following ones, or all. */
export const SCOPES = ["this", "following", "all"] as const
export const scope = z.enum(SCOPES, "invalid")
export type Scope = (typeof SCOPES)[number]

/** A date of a series: `GET /api/events/:id/series`. */
const seriesDate = z.object({
  /** The date from the rule (`YYYY-MM-DD`), even if the event has moved to another day. */
  date: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  time_zone: z.string(),
  /** Whether the date was edited individually. */
  is_detached: z.boolean(),
})
export type SeriesDate = z.infer<typeof seriesDate>
export const seriesDates = z.object({ dates: z.array(seriesDate) })

/** The values of a form. */
export const repeatValues = {
  /** How a new event repeats; empty for not at all. */
  frequency: z.enum(["", ...FREQUENCIES]),
  repeat_days: z.array(z.enum(WEEKDAYS)),
  repeat_end: z.enum(["until", "count"]),
  /** A date (`YYYY-MM-DD`) and digits; `repeat_end` decides which one counts. */
  repeat_until: z.string(),
  repeat_count: z.string(),
  /** Excluded dates. */
  repeat_except: z.array(z.string()),
  /** Always null. Errors of the whole rule are shown at this field. */
  repeat: z.custom<null>((value) => value === null),
  /** The dates of a series that a change applies to, and whether it includes individually edited dates. */
  scope,
  // Older stored drafts do not contain this field.
  with_edited: z._default(z.boolean(), false),
}
const repeatForm = z.object(repeatValues)
export type RepeatValues = z.infer<typeof repeatForm>
