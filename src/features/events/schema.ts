/** An event as it is read. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsOf } from "../../schema/translations.ts"
import { isRecord } from "../../shared/json.ts"

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

/** A question of the organizers. Without choices, the answer is a line of text. */
export interface SignupQuestion {
  /** The key of stored answers. It stays the same when the question's text changes. */
  id: string
  text: string
  choices: string[]
}

/** The sign-up settings of an event and its counts. */
export interface EventSignups {
  takes_signups: boolean
  /** ISO moments; null: at once, and until it is over. */
  signup_from: string | null
  signup_until: string | null
  /** Maximum number of guests per sign-up: 0 to 3. */
  guests_max: number
  /** Whether waiting members must accept a place that becomes free. */
  offers_places: boolean
  signup_questions: SignupQuestion[]
  /** With their guests. */
  going: number
  /** Number of people with an offered place, including guests. */
  offered: number
  interested: number
  waiting: number
  /** Checked in, with their guests. */
  came: number
  /** False on pages of spaced builds: their counts would be outdated, so all are 0. */
  is_counted?: boolean
}

const text = z.nullable(z.string())
const number = z.nullable(z.number())

/** What is said in several languages. */
const texts = { title: z.string(), description: text }

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
  location: text,
  country: z.nullable(z.enum(COUNTRIES)),
  color: z.string(),
  team_id: text,
  team_name: text,
  team_slug: text,
  featured: z.boolean(),
  prize: text,
  /** Null: unlimited. */
  max_participants: number,
  registration_url: text,
  /** Street and house, where the place's name does not lead there. */
  address: text,
  /** In words. */
  price: text,
  /** In euros, for who reads it by machine; 0 is free. */
  price_amount: number,
  /** How old one must be, in years. */
  age_min: number,
  /** Steps, lifts, quiet rooms. */
  accessibility: text,
  image_url: text,
  is_cancelled: z.boolean(),
  /** How often it was changed. */
  revision: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Whether super admins hid the event. Only its author and the managers of its team still see it. */
  is_hidden: z.optional(z.boolean()),
  // Written by us alone; a schema of its own would be read on every calendar.
  signups: z.custom<EventSignups>(isRecord),
  /** Null for an event that does not repeat. */
  series: z.nullable(z.custom<EventSeries>(isRecord)),
})

export const eventType = z.enum(["public", "team"], "invalid")

/** Statuses of a sign-up: the member's answer, or a place on the waitlist. */
export const signupStatus = z.enum(["going", "interested", "not_going", "waiting", "offered"])

/**
 * The reason why a public event is missing from public lists: its team is hidden or not reviewed yet. Null for other
 * events. Optional, because answers that a service worker stored earlier do not contain it.
 */
export const unlistedReason = z.optional(z.nullable(z.enum(["hidden", "unreviewed"])))

/** An event in a member's calendar. */
export const calendarEvent = z.extend(publicEvent, {
  event_type: eventType,
  may_edit: z.boolean(),
  /** Status of the viewer's own sign-up, null without one. */
  answer: z.nullable(signupStatus),
  unlisted_reason: unlistedReason,
})

export type PublicEvent = z.infer<typeof publicEvent>
export type CalendarEvent = z.infer<typeof calendarEvent>

/** Longest texts in characters; the database checks the same. */
export const EVENT_LIMITS = {
  title: 200,
  description: 10_000,
  location: 200,
  prize: 200,
  address: 200,
  price: 100,
  accessibility: 500,
}

/** Section 9. */
export const DEFAULT_COLOR = "#3b82f6"
/** Tallinn and Vilnius share it. */
export const DEFAULT_TIME_ZONE = "Europe/Riga"
