import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsSchema } from "../../schema/translations.ts"
import { isRecord } from "../../shared/json.ts"

export interface EventSeries {
  id: string
  /** RRULE without an end (see `series/rule.ts`). */
  rule: string
  /** The date of the rule (`YYYY-MM-DD`). The event may have moved. */
  date: string
  is_detached: boolean
}

/** Without `choices`, the answer is a line of text. */
export interface SignupQuestion {
  /** Key of stored answers. It stays when the text changes. */
  id: string
  text: string
  choices: string[]
}

interface EventSignups {
  takes_signups: boolean
  /** Moment (ISO). If null, sign-up is open from the start. */
  signup_from: string | null
  /** Moment (ISO). If null, sign-up closes at the end of the event. */
  signup_until: string | null
  guests_max: number
  /** Whether waiting members must accept a free place, instead of getting it at once. */
  offers_places: boolean
  signup_questions: SignupQuestion[]
  going: number
  offered: number
  interested: number
  waiting: number
  came: number
  /** False on a site that is built every few hours. The numbers are then 0. */
  is_counted?: boolean
}

const text = z.nullable(z.string())
const number = z.nullable(z.number())

const texts = { title: z.string(), description: text }

export const publicEvent = z.object({
  id: z.string(),
  slug: z.string(),
  ...texts,
  language,
  translations: translationsSchema(z.object(texts)),
  start_date: z.string(),
  end_date: z.string(),
  time_zone: z.string(),
  /** An all-day event ends at midnight after its last day. */
  is_all_day: z.boolean(),
  location: text,
  country: z.nullable(z.enum(COUNTRIES)),
  color: z.string(),
  team_id: text,
  team_name: text,
  team_slug: text,
  featured: z.boolean(),
  prize: text,
  max_participants: number,
  registration_url: text,
  address: text,
  price: text,
  /** Price in euros. 0 means free. */
  price_amount: number,
  age_min: number,
  accessibility: text,
  image_url: text,
  is_cancelled: z.boolean(),
  /** Number of changes, for SEQUENCE in calendar files. */
  revision: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Only the author and the team's managers can see a hidden event. */
  is_hidden: z.optional(z.boolean()),
  // Only the server writes this value. A schema would make each page with a calendar larger.
  signups: z.custom<EventSignups>(isRecord),
  series: z.nullable(z.custom<EventSeries>(isRecord)),
})

export const eventType = z.enum(["public", "team"], "invalid")

/** The member's answer, or the state on the waitlist. */
export const signupStatus = z.enum(["going", "interested", "not_going", "waiting", "offered"])

/** Undefined in responses that a service worker stored before this field existed. */
export const unlistedReason = z.optional(z.nullable(z.enum(["hidden", "unreviewed"])))

export const calendarEvent = z.extend(publicEvent, {
  event_type: eventType,
  may_edit: z.boolean(),
  answer: z.nullable(signupStatus),
  // Answers that a service worker stored before the next three fields existed do not have them.
  /** Number of guests in the viewer's sign-up. */
  guests: z.optional(z.number()),
  /** Note in the viewer's sign-up. */
  note: z.optional(text),
  /** Whether one tap can answer. False if sign-up is closed, has questions, or needs the viewer's name. */
  can_answer: z.optional(z.boolean()),
  unlisted_reason: unlistedReason,
})

export type SignupStatus = z.infer<typeof signupStatus>
export type PublicEvent = z.infer<typeof publicEvent>
export type CalendarEvent = z.infer<typeof calendarEvent>

/** Maximum lengths in characters. The database checks the same limits. */
export const EVENT_LIMITS = {
  title: 200,
  description: 10_000,
  location: 200,
  prize: 200,
  address: 200,
  price: 100,
  accessibility: 500,
}

/** The specification (section 9) requires this color; the site shows the country's (decision 89). */
export const DEFAULT_COLOR = "#3b82f6"
/** Tallinn and Vilnius have the same time. */
export const DEFAULT_TIME_ZONE = "Europe/Riga"
