import * as z from "zod/mini"

export const RELEASE_TYPES = ["single", "mini_album", "album", "comeback", "other"] as const

/** Whether the day of a release is known, or only the month. */
export const DATE_PRECISIONS = ["day", "month"] as const

/** Maximum lengths in characters. The database has the same limits. */
export const RELEASE_LIMITS = { title: 120, note: 200, link_url: 500 } as const

export const release = z.object({
  id: z.string(),
  artist_id: z.string(),
  artist_name: z.string(),
  artist_slug: z.string(),
  title: z.string(),
  release_type: z.enum(RELEASE_TYPES),
  /** `YYYY-MM-DD`. The first day of the month if only the month is known. */
  release_date: z.string(),
  date_precision: z.enum(DATE_PRECISIONS),
  /** The release is upcoming until the end of this day. */
  last_day: z.string(),
  link_url: z.nullable(z.string()),
  note: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})

export type Release = z.infer<typeof release>
