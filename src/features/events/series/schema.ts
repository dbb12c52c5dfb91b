/** How an event is to be repeated, checked alike by the form and by the function. */
import * as z from "zod/mini"
import { whole } from "../../../schema/fields.ts"
import { FREQUENCIES, WEEKDAYS } from "./rule.ts"

/** As many dates as a series may have in all: a year of days. */
export const DATES_MAX = 366

const DATE = /^\d{4}-\d\d-\d\d$/

// A 30th of February would become the 2nd of March.
const isDate = (text: string) =>
  DATE.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text) &&
  text >= "2000" &&
  text < "2101"

const date = z.string("invalid_date").check(z.refine(isDate, "invalid_date"))

/** By the clocks of the event's zone; it ends with a date or after so many. */
export const repeat = z
  .object({
    frequency: z.enum(FREQUENCIES, "invalid"),
    /** Beside the first date's own, where the rule goes by weeks. */
    days: z.array(z.enum(WEEKDAYS, "invalid")).check(z.maxLength(WEEKDAYS.length, "invalid")),
    until: z.optional(date),
    /** Dates that are left out count, too. */
    count: z.optional(whole(1, DATES_MAX)),
    except: z.array(date).check(z.maxLength(DATES_MAX, "too_many_dates")),
  })
  .check(
    z.refine(({ until, count }) => (until === undefined) !== (count === undefined), "required"),
  )
export type Repeat = z.infer<typeof repeat>

/** What of a series is changed: a date, it and all that follow, or all of them. */
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

/** What a form holds of it. */
export const repeatValues = {
  /** How a new event repeats; empty for not at all. */
  frequency: z.enum(["", ...FREQUENCIES]),
  repeat_days: z.array(z.enum(WEEKDAYS)),
  repeat_end: z.enum(["until", "count"]),
  /** `YYYY-MM-DD`, and digits. */
  repeat_until: z.string(),
  repeat_count: z.string(),
  /** Dates that are left out. */
  repeat_except: z.array(z.string()),
  /** Where what is wrong with it is told. */
  repeat: z.custom<null>((value) => value === null),
  /** The dates of a series that a change applies to, and whether it includes individually edited dates. */
  scope,
  // Older stored drafts do not contain this field.
  with_edited: z._default(z.boolean(), false),
}
const repeatForm = z.object(repeatValues)
export type RepeatValues = z.infer<typeof repeatForm>
