import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsSchema } from "../../schema/translations.ts"
import { isRecord } from "../../shared/json.ts"

/** The repeating event that an event belongs to. Each date of a series is an event with its own row. */
export interface EventSeries {
  id: string
  /** RRULE without an end (see `series/rule.ts`). */
  rule: string
  /** The day that the rule gives (`YYYY-MM-DD`). The event itself may have been moved to another day. */
  date: string
  /** Whether the event was edited individually. Changes of the series skip it, unless they include edited dates. */
  is_detached: boolean
}

/** A question to members who sign up. If `choices` is empty, the answer is a line of text. */
export interface SignupQuestion {
  /** Key under which answers are stored. It stays the same when the text changes. */
  id: string
  text: string
  choices: string[]
}

/** The settings of an event's sign-up, and numbers of people by status. */
interface EventSignups {
  takes_signups: boolean
  /** Time (ISO) at which sign-up opens. If null, sign-up is open at once. */
  signup_from: string | null
  /** Time (ISO) at which sign-up closes. If null, sign-up closes at the end of the event. */
  signup_until: string | null
  guests_max: number
  /** Whether members on the waitlist must accept a free place, instead of getting it at once. */
  offers_places: boolean
  signup_questions: SignupQuestion[]
  /** Number of attendees with their guests. */
  going: number
  /** Number of free places that are offered to members on the waitlist and not yet accepted. */
  offered: number
  interested: number
  waiting: number
  /** Number of people checked in at the door, with guests. */
  came: number
  /** False if the numbers are unknown and set to 0, as on pages of a site that is built only every few hours. */
  is_counted?: boolean
}

const nullableText = z.nullable(z.string())
const nullableNumber = z.nullable(z.number())

const texts = { title: z.string(), description: nullableText }

/** A public event, as pages and the API contain it. Times are in ISO format. */
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
  location: nullableText,
  country: z.nullable(z.enum(COUNTRIES)),
  color: z.string(),
  team_id: nullableText,
  team_name: nullableText,
  team_slug: nullableText,
  featured: z.boolean(),
  prize: nullableText,
  max_participants: nullableNumber,
  registration_url: nullableText,
  address: nullableText,
  price: nullableText,
  /** Price in euros. 0 means free. */
  price_amount: nullableNumber,
  age_min: nullableNumber,
  accessibility: nullableText,
  image_url: nullableText,
  is_cancelled: z.boolean(),
  /** Number of changes to the event, for SEQUENCE in calendar files. */
  revision: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Only the author, the team's managers and super admins can see a hidden event. */
  is_hidden: z.optional(z.boolean()),
  // Not checked in detail: only the server writes these values, and a schema would make each calendar page larger.
  signups: z.custom<EventSignups>(isRecord),
  series: z.nullable(z.custom<EventSeries>(isRecord)),
})

export const eventType = z.enum(["public", "team"], "invalid")

/** The member's answer, or the state on the waitlist: waiting, or offered a place that must be accepted. */
export const signupStatus = z.enum(["going", "interested", "not_going", "waiting", "offered"])

/**
 * The reason why a public event is not listed: its team is hidden or not reviewed yet. Null for other events. Undefined
 * in responses that a service worker stored before this field existed.
 */
export const unlistedReason = z.optional(z.nullable(z.enum(["hidden", "unreviewed"])))

/** An event in the members' calendar, with the viewer's rights and sign-up: `answer`, `guests` and `note`. */
export const calendarEvent = z.extend(publicEvent, {
  event_type: eventType,
  may_edit: z.boolean(),
  answer: z.nullable(signupStatus),
  // The next three fields are optional, because a service worker may have stored a response from before they existed.
  guests: z.optional(z.number()),
  note: z.optional(nullableText),
  /** Whether the viewer can answer with one tap (see own-event.ts). */
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

/** Default of `events.color`, which the product's specification requires. No page shows it (decision 89). */
export const DEFAULT_COLOR = "#3b82f6"
/** Baltic time. Tallinn and Vilnius have the same clocks. */
export const DEFAULT_TIME_ZONE = "Europe/Riga"
