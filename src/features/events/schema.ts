/** An event as it is read. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { isRecord } from "../../json.ts"
import { language, translationsOf } from "../../schema/translations.ts"

/** What organizers ask whoever goes; without choices the answer is a line of text. */
export interface SignupQuestion {
  /** By which answers are stored: it stays when its words change. */
  id: string
  text: string
  choices: string[]
}

/** Whether and how one signs up, and how many have. */
export interface EventSignups {
  takes_signups: boolean
  /** ISO moments; null: at once, and until it is over. */
  signup_from: string | null
  signup_until: string | null
  /** Whom each may bring along: 0 to 3. */
  guests_max: number
  /** Whether who waits is asked before they have a place. */
  offers_places: boolean
  signup_questions: SignupQuestion[]
  /** With their guests. */
  going: number
  interested: number
  waiting: number
  /** Checked in, with their guests. */
  came: number
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
  // Written by us alone; a schema of its own would be read on every calendar.
  signups: z.custom<EventSignups>(isRecord),
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
