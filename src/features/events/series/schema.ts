import * as z from "zod/mini"
import { isDay, wholeNumber } from "../../../schema/fields.ts"
import { FREQUENCIES, WEEKDAYS } from "./rule.ts"

/** Maximum number of dates of a series: one for each day of a leap year. */
export const MAX_DATES = 366

const date = z.string("invalid_date").check(z.refine(isDay, "invalid_date"))

/**
 * Request for a series. It ends on a date (`until`) or after a number of dates (`count`). `except` are excluded dates.
 */
export const repeat = z
  .object({
    frequency: z.enum(FREQUENCIES, "invalid"),
    days: z.array(z.enum(WEEKDAYS, "invalid")).check(z.maxLength(WEEKDAYS.length, "invalid")),
    until: z.optional(date),
    count: z.optional(wholeNumber(1, MAX_DATES)),
    except: z.array(date).check(z.maxLength(MAX_DATES, "too_many_dates")),
  })
  .check(
    z.refine(({ until, count }) => (until === undefined) !== (count === undefined), "required"),
  )
export type Repeat = z.infer<typeof repeat>

/** Dates of a series that a change affects: this date, this and the following dates, or all. */
export const SCOPES = ["this", "following", "all"] as const
export const scope = z.enum(SCOPES, "invalid")
export type Scope = (typeof SCOPES)[number]

const seriesDate = z.object({
  /** The date that the rule gives (`YYYY-MM-DD`). The event may have been moved to another date. */
  date: z.string(),
  start_date: z.string(),
  end_date: z.string(),
  time_zone: z.string(),
  is_detached: z.boolean(),
})
export type SeriesDate = z.infer<typeof seriesDate>
export const seriesDates = z.object({ dates: z.array(seriesDate) })

export const repeatValues = {
  /** An empty string for an event that does not repeat. */
  frequency: z.enum(["", ...FREQUENCIES]),
  repeat_days: z.array(z.enum(WEEKDAYS)),
  repeat_end: z.enum(["until", "count"]),
  /** The last date (`YYYY-MM-DD`), or the number of dates as digits. `repeat_end` decides which of the two is used. */
  repeat_until: z.string(),
  repeat_count: z.string(),
  repeat_except: z.array(z.string()),
  /** Always null. The form shows errors of the whole rule at this field. */
  repeat: z.custom<null>((value) => value === null),
  scope,
  /** Whether a change also affects dates that were edited individually. Older drafts lack this value. */
  with_edited: z._default(z.boolean(), false),
}
const repeatForm = z.object(repeatValues)
export type RepeatValues = z.infer<typeof repeatForm>
