/** Releases as the calendar loads them: a built file for each language, with all texts in that language. */
import * as z from "zod/mini"

export const calendarRelease = z.object({
  id: z.string(),
  artist: z.string(),
  title: z.string(),
  type: z.string(),
  note: z.nullable(z.string()),
  path: z.string(),
  /** `2026-12-05`, or `2026-12` if the day is unknown. */
  date: z.string(),
  /** The last day of the month if the day is unknown. */
  last_day: z.string(),
  /** Weekday, day and month for lists of dates. The day is null if it is unknown; the weekday then has no meaning. */
  weekday: z.string(),
  day: z.nullable(z.string()),
  month: z.string(),
})

export const calendarReleases = z.object({
  releases: z.array(calendarRelease),
  /** Text for a list without upcoming releases. */
  none: z.string(),
})

export type CalendarReleases = z.infer<typeof calendarReleases>
export type CalendarRelease = z.infer<typeof calendarRelease>
