import * as z from "zod/mini"
import { isRecord } from "../../../shared/json.ts"
import { publicEvent, signupStatus as status, unlistedReason } from "../schema.ts"

export const ANSWERS = ["going", "interested", "not_going"] as const
export type Answer = (typeof ANSWERS)[number]

export const NOTE_MAX = 500
export const MESSAGE_MAX = 2000
export const QUESTIONS_MAX = 3
export const QUESTION_MAX = 200
export const GUESTS_MAX = 3

const replies = z.custom<Record<string, string>>(isRecord)

const ownSignup = z.object({
  id: z.string(),
  status,
  guests: z.number(),
  note: z.nullable(z.string()),
  answers: replies,
  offered_until: z.nullable(z.string()),
  checked_in_at: z.nullable(z.string()),
})

const person = z.object({
  user_id: z.string(),
  display_name: z.string(),
  avatar_url: z.nullable(z.string()),
})

export const signup = z.object({
  event: z.extend(publicEvent, { event_type: z.string(), unlisted_reason: unlistedReason }),
  mine: z.nullable(ownSignup),
  /** Position from 1. Null if the group is larger than the event. */
  position: z.nullable(z.number()),
  people: z.array(person),
  organizes: z.boolean(),
  /** Whether the viewer may change the event. Helpers may not. */
  manages: z.boolean(),
  needs_name: z.boolean(),
  /** Free places may be too few for a group on the waitlist. */
  has_waitlist: z.boolean(),
  /** Number of recipients of the organizers' messages. Null for other viewers. */
  reach: z.nullable(z.object({ going: z.number(), waiting: z.number() })),
})
export type Signup = z.infer<typeof signup>

/** A hidden event's response contains no texts of the organizers. */
const hiddenSignup = z.object({
  event_id: z.string(),
  status,
  start_date: z.string(),
  end_date: z.string(),
  time_zone: z.string(),
  is_all_day: z.boolean(),
  is_cancelled: z.boolean(),
  country: publicEvent.shape.country,
  team_name: z.nullable(z.string()),
  team_slug: z.nullable(z.string()),
})
export type HiddenEventSignup = z.infer<typeof hiddenSignup>

export const signupResponse = z.union([signup, hiddenSignup])
export type SignupResponse = z.infer<typeof signupResponse>

export const isHidden = (response: SignupResponse): response is HiddenEventSignup =>
  "event_id" in response

const listed = z.extend(ownSignup, {
  user_id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  position: z.nullable(z.number()),
  created_at: z.string(),
  helps: z.boolean(),
})
export type ListedSignup = z.infer<typeof listed>

/** "waiting" includes members who are offered a place. */
export const LISTS = ["going", "waiting", "interested", "not_going"] as const
export type SignupList = (typeof LISTS)[number]

export const signupPage = z.object({
  signups: z.array(listed),
  next: z.optional(z.string()),
})

export const checkedIn = z.pick(listed, { name: true, guests: true, checked_in_at: true })
export type CheckedIn = z.infer<typeof checkedIn>

/** Returns the path in an entry code, which checks the attendee in. */
export const entryPath = (event: string, signup: string) =>
  `/my-events?event=${event}&check=${signup}`

const myEvent = z.extend(publicEvent, {
  event_type: z.string(),
  unlisted_reason: unlistedReason,
  may_edit: z.optional(z.boolean()),
  status: z.nullable(status),
  signup_id: z.optional(z.nullable(z.string())),
})

/** The lists are sorted by start. */
export const myEvents = z.object({
  /** Events for which the member is going, waiting or interested. */
  events: z.array(myEvent),
  hidden_signups: z.array(hiddenSignup),
  team_events: z.array(myEvent),
  has_feed: z.boolean(),
})
export type MyEvent = z.infer<typeof myEvent>
export type MyEvents = z.infer<typeof myEvents>

export const feedResponse = z.object({ url: z.string() })
