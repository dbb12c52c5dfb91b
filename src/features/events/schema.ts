import * as z from "zod/mini"
import { COUNTRIES } from "../../countries.ts"
import { language, translationsSchema } from "../../schema/translations.ts"
import { isRecord } from "../../shared/json.ts"

export interface EventSeries {
  id: string
  /** RRULE without an end (see `series/rule.ts`). */
  rule: string
  /** The date that the rule gives (`YYYY-MM-DD`). The event may have moved to another day. */
  date: string
  /** Whether this date was edited individually. */
  is_detached: boolean
}

/** A question that organizers ask at sign-up. If `choices` is empty, the answer is a line of text. */
export interface SignupQuestion {
  /** Key of stored answers. It stays the same when the text of the question changes. */
  id: string
  text: string
  choices: string[]
}

interface EventSignups {
  takes_signups: boolean
  /** Moment (ISO) at which sign-up opens. If null, sign-up is open from the start. */
  signup_from: string | null
  /** Moment (ISO) at which sign-up closes. If null, it closes at the end of the event. */
  signup_until: string | null
  /** Maximum number of guests per sign-up: 0 to 3. */
  guests_max: number
  /** Whether waiting members must accept a place that becomes free. If false, they get it at once. */
  offers_places: boolean
  signup_questions: SignupQuestion[]
  /** Number of attendees with their guests. */
  going: number
  /** Number of people who are offered a place, with their guests. */
  offered: number
  interested: number
  waiting: number
  /** Number of checked-in attendees with their guests. */
  came: number
  /** False on a site that is built every few hours only. All numbers are then 0, because they would be outdated. */
  is_counted?: boolean
}

const text = z.nullable(z.string())
const number = z.nullable(z.number())

const texts = { title: z.string(), description: text }

export const publicEvent = z.object({
  id: z.string(),
  slug: z.string(),
  ...texts,
  /** Language of title and description. */
  language,
  translations: translationsSchema(z.object(texts)),
  start_date: z.string(),
  end_date: z.string(),
  /** IANA time zone in which times are shown. */
  time_zone: z.string(),
  /** The end of an all-day event is midnight after its last day. */
  is_all_day: z.boolean(),
  location: text,
  country: z.nullable(z.enum(COUNTRIES)),
  color: z.string(),
  team_id: text,
  team_name: text,
  team_slug: text,
  featured: z.boolean(),
  prize: text,
  /** Number of places. Null if the number is unlimited. */
  max_participants: number,
  registration_url: text,
  /** Street and house number, for a location whose name is not enough. */
  address: text,
  /** The price in words. */
  price: text,
  /** The price in euros, for structured data. 0 means free. */
  price_amount: number,
  /** Minimum age in years. */
  age_min: number,
  /** Facts such as steps, lifts and quiet rooms. */
  accessibility: text,
  image_url: text,
  is_cancelled: z.boolean(),
  /** Number of changes to the texts, time and place. Calendar files contain it as SEQUENCE. */
  revision: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  /** Whether super admins hid the event. Only its author and the managers of its team can see a hidden event. */
  is_hidden: z.optional(z.boolean()),
  // Only the server writes this value. A schema of its fields would make each page with a calendar larger.
  signups: z.custom<EventSignups>(isRecord),
  /** Null if the event does not repeat. */
  series: z.nullable(z.custom<EventSeries>(isRecord)),
})

export const eventType = z.enum(["public", "team"], "invalid")

/** Status of a sign-up: the member's answer, or the state on the waitlist. */
export const signupStatus = z.enum(["going", "interested", "not_going", "waiting", "offered"])

/**
 * Reason why public lists do not contain a public event: its team is hidden or waits for review. Null for other events.
 * Undefined in answers that a service worker stored before this field existed.
 */
export const unlistedReason = z.optional(z.nullable(z.enum(["hidden", "unreviewed"])))

export const calendarEvent = z.extend(publicEvent, {
  event_type: eventType,
  may_edit: z.boolean(),
  /** Status of the viewer's own sign-up. Null if the viewer has not answered. */
  answer: z.nullable(signupStatus),
  unlisted_reason: unlistedReason,
})

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

/** Color of new events (specification, section 9). The site shows the country's color instead (decision 89). */
export const DEFAULT_COLOR = "#3b82f6"
/** Time zone of new events. Clocks in Tallinn and Vilnius show the same time. */
export const DEFAULT_TIME_ZONE = "Europe/Riga"
