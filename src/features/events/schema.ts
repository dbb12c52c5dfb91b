/** An event as it is read. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { isRecord } from "../../json.ts"
import { language, translationsOf } from "../../schema/translations.ts"

/** What an event is a date of. */
export interface EventSeries {
  id: string
  /** An RRULE without an end, see `series/rule.ts`. */
  rule: string
  /** The date of the rule (`YYYY-MM-DD`), wherever the event was moved since. */
  date: string
  /** It was edited by itself. */
  is_detached: boolean
}

/** What is said in several languages. */
const texts = { title: z.string(), description: z.nullable(z.string()) }

/** A public event. */
export const publicEvent = z.object({
  id: z.string(),
  slug: z.string(),
  ...texts,
  /** Of title and description. */
  language,
  translations: translationsOf(z.object(texts)),
  start_date: z.string(),
  end_date: z.string(),
  /** IANA name; times are shown in it. */
  time_zone: z.string(),
  /** It has no hours: it ends where the day after its last one begins. */
  is_all_day: z.boolean(),
  location: z.nullable(z.string()),
  country: z.nullable(z.enum(COUNTRIES)),
  color: z.string(),
  team_id: z.nullable(z.string()),
  team_name: z.nullable(z.string()),
  team_slug: z.nullable(z.string()),
  featured: z.boolean(),
  prize: z.nullable(z.string()),
  /** Null: unlimited. */
  max_participants: z.nullable(z.number()),
  registration_url: z.nullable(z.string()),
  image_url: z.nullable(z.string()),
  is_cancelled: z.boolean(),
  /** How often it was changed. */
  revision: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Null for an event that does not repeat. Written by us alone, and read on every calendar: not checked. */
  series: z.nullable(z.custom<EventSeries>(isRecord)),
})

export const eventType = z.enum(["public", "team"], "invalid")

/** An event in a member's calendar. */
export const calendarEvent = z.extend(publicEvent, { event_type: eventType, may_edit: z.boolean() })

export type PublicEvent = z.infer<typeof publicEvent>
export type CalendarEvent = z.infer<typeof calendarEvent>

/** Longest texts in characters; the database checks the same. */
export const EVENT_LIMITS = { title: 200, description: 10_000, location: 200, prize: 200 }

/** Section 9. */
export const DEFAULT_COLOR = "#3b82f6"
/** Tallinn and Vilnius share it. */
export const DEFAULT_TIME_ZONE = "Europe/Riga"
