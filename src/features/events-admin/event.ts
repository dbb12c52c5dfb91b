/** Public events as the admin area's calls answer them, and as the form holds them. */
import * as z from "zod/mini"

const COUNTRIES = ["ee", "lv", "lt"] as const

export const listedEvent = z.object({
  id: z.string(),
  slug: z.string(),
  title: z.string(),
  description: z.nullable(z.string()),
  start_date: z.string(),
  end_date: z.string(),
  /** IANA name. */
  time_zone: z.string(),
  location: z.nullable(z.string()),
  country: z.nullable(z.enum(COUNTRIES)),
  featured: z.boolean(),
  prize: z.nullable(z.string()),
  /** Null: unlimited. */
  max_participants: z.nullable(z.number()),
  registration_url: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  is_cancelled: z.boolean(),
  /** Null for an event of no team. */
  team_name: z.nullable(z.string()),
  created_at: z.string(),
  updated_at: z.string(),
})

export type ListedEvent = z.infer<typeof listedEvent>

/** With the content version to wait for after a write. */
export const savedEvent = z.extend(listedEvent, { content_version: z.number() })

/** What the form holds: texts are never null, and no country is an empty text. */
export const eventValues = z.object({
  title: z.string(),
  description: z.string(),
  /** `YYYY-MM-DDTHH:MM` by the clocks of `time_zone`; empty while nothing is chosen. */
  start_date: z.string(),
  end_date: z.string(),
  /** The same as ISO moments, empty where there is none: a saved one may have seconds. */
  start_moment: z.string(),
  end_moment: z.string(),
  time_zone: z.string(),
  location: z.string(),
  country: z.enum([...COUNTRIES, ""]),
  featured: z.boolean(),
  prize: z.string(),
  /** Digits; empty is unlimited. */
  max_participants: z.string(),
  registration_url: z.string(),
  image_url: z.nullable(z.string()),
  is_cancelled: z.boolean(),
})

export type EventValues = z.infer<typeof eventValues>
