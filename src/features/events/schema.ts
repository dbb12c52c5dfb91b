/** Schemas of the events that functions return. */
import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsOf } from "../../schema/translations.ts"
import { isRecord } from "../../shared/json.ts"

/** The series that an event belongs to. */
export interface EventSeries {
  id: string
  /** An RRULE without an end, see `series/rule.ts`. */
  rule: string
  /** The date from the rule (`YYYY-MM-DD`), even if the event has moved to another day. */
  date: string
  /** Whether this date was edited individually. */
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
interface EventSignups {
  takes_signups: boolean
  /** ISO time at which sign-up opens; null if it is always open before `signup_until`. */
  signup_from: string | null
  /** ISO time at which sign-up closes; null for the end of the event. */
  signup_until: string | null
  /** Maximum number of guests per sign-up: 0 to 3. */
  guests_max: number
  /** Whether waiting members must accept a place that becomes free. */
  offers_places: boolean
  signup_questions: SignupQuestion[]
  /** Number of attendees, including guests. */
  going: number
  /** Number of people with an offered place, including guests. */
  offered: number
  interested: number
  waiting: number
  /** Number of checked-in attendees, including guests. */
  came: number
  /** False on a site that is rebuilt every few hours only: its counts would be outdated, so all are 0. */
  is_counted?: boolean
}

const text = z.nullable(z.string())
const number = z.nullable(z.number())

/** The translated fields. */
const texts = { title: z.string(), description: text }

/** A public event. */
export const publicEvent = z.object({
  id: z.string(),
  slug: z.string(),
  ...texts,
  /** The language of title and description. */
  language,
  translations: translationsOf(z.object(texts)),
  start_date: z.string(),
  end_date: z.string(),
  /** The IANA time zone in which times are shown. */
  time_zone: z.string(),
  /** An all-day event ends when the day after its last one begins. */
  is_all_day: z.boolean(),
  location: text,
  country: z.nullable(z.enum(COUNTRIES)),
  color: z.string(),
  team_id: text,
  team_name: text,
  team_slug: text,
  featured: z.boolean(),
  prize: text,
  /** Number of places; null for unlimited. */
  max_participants: number,
  registration_url: text,
  /** Street and house number, if the place's name is not enough. */
  address: text,
  /** The price in words. */
  price: text,
  /** The price in euros for structured data; 0 is free. */
  price_amount: number,
  /** Minimum age in years. */
  age_min: number,
  /** For example steps, lifts and quiet rooms. */
  accessibility: text,
  image_url: text,
  is_cancelled: z.boolean(),
  /** Number of changes to the texts, time and place: the SEQUENCE of calendar files. */
  revision: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Whether super admins hid the event. Only its author and the managers of its team still see it. */
  is_hidden: z.optional(z.boolean()),
  // Not checked in detail: only the server writes it, and a schema would add to every page with a calendar.
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

/** Maximum lengths in characters; the database checks the same limits. */
export const EVENT_LIMITS = {
  title: 200,
  description: 10_000,
  location: 200,
  prize: 200,
  address: 200,
  price: 100,
  accessibility: 500,
}

/** The color of new events (specification, section 9). */
export const DEFAULT_COLOR = "#3b82f6"
/** The time zone of new events. Tallinn and Vilnius have the same clocks. */
export const DEFAULT_TIME_ZONE = "Europe/Riga"
