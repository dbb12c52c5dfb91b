/** Schema of the prebuilt files with music releases for the calendar. Each file has texts in one language. */
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
  /** The release's day, or the last day of its month if the day is unknown. */
  last_day: z.string(),
  /** Name of the weekday. Not used if `day` is null. */
  weekday: z.string(),
  /** Number of the day in the month. Null if the day is unknown. */
  day: z.nullable(z.string()),
  month: z.string(),
  /** Name of the month with the year, for the heading of the month. */
  month_name: z.string(),
})

export const calendarReleases = z.object({
  releases: z.array(calendarRelease),
  /** Message for a list without upcoming releases. */
  emptyMessage: z.string(),
})

export type CalendarReleases = z.infer<typeof calendarReleases>
export type CalendarRelease = z.infer<typeof calendarRelease>
