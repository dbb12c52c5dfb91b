/** A built file has the releases in one language. */
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
  last_day: z.string(),
  /** The weekday has no meaning if the day is null. */
  weekday: z.string(),
  day: z.nullable(z.string()),
  month: z.string(),
  /** The month in full, with the year. */
  month_name: z.string(),
})

export const calendarReleases = z.object({
  releases: z.array(calendarRelease),
  /** Text for a list without upcoming releases. */
  none: z.string(),
})

export type CalendarReleases = z.infer<typeof calendarReleases>
export type CalendarRelease = z.infer<typeof calendarRelease>
