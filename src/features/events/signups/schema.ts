/** Schemas of sign-ups that functions return. */
import * as z from "zod/mini"
import { isRecord } from "../../../shared/json.ts"
import { publicEvent, signupStatus as status, unlistedReason } from "../schema.ts"

/** The answers that a member can give. */
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

/** An event's sign-up as a member sees it. */
export const signup = z.object({
  event: z.extend(publicEvent, { event_type: z.string(), unlisted_reason: unlistedReason }),
  mine: z.nullable(ownSignup),
  /** Position on the waitlist, 1 for the first. Null if the member is not waiting or their group is too large. */
  position: z.nullable(z.number()),
  people: z.array(person),
  /** Whether the viewer may use the attendee list. */
  organizes: z.boolean(),
  /** Whether the viewer may change the event; helpers may not. */
  manages: z.boolean(),
  /** Whether the viewer has no display name yet. */
  needs_name: z.boolean(),
  /** Whether a new sign-up would have to wait, even if places are free, because other members wait for more places than are free. */
  has_waitlist: z.boolean(),
  /** The number of members that a message of the organizers reaches; null for other viewers. */
  reach: z.nullable(z.object({ going: z.number(), waiting: z.number() })),
})
export type Signup = z.infer<typeof signup>

/** The viewer's own sign-up for an event that admins hid. It contains no texts of the organizers. */
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

/** `GET /api/events/:id/signup` */
export const signupAnswer = z.union([signup, hiddenSignup])
export type SignupAnswer = z.infer<typeof signupAnswer>

export const isHidden = (answer: SignupAnswer): answer is HiddenEventSignup => "event_id" in answer

const listed = z.extend(ownSignup, {
  user_id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  position: z.nullable(z.number()),
  created_at: z.string(),
  helps: z.boolean(),
})
export type ListedSignup = z.infer<typeof listed>

/** The attendee lists. "waiting" includes members with an offered place. */
export const LISTS = ["going", "waiting", "interested", "not_going"] as const
export type SignupList = (typeof LISTS)[number]

export const signupPage = z.object({
  signups: z.array(listed),
  next: z.optional(z.string()),
})

/** The answer to a check-in: who the attendee is, and when they arrived. */
export const checkedIn = z.pick(listed, { name: true, guests: true, checked_in_at: true })
export type CheckedIn = z.infer<typeof checkedIn>

/** Returns the URL in an entry code: the organizers' page, which checks the attendee in. */
export const entryPath = (event: string, signup: string) =>
  `/my-events?event=${event}&check=${signup}`

const myEvent = z.extend(publicEvent, {
  event_type: z.string(),
  unlisted_reason: unlistedReason,
  may_edit: z.optional(z.boolean()),
  status: z.nullable(status),
  /** The viewer's own sign-up. The entry code contains its id. */
  signup_id: z.optional(z.nullable(z.string())),
})

/** `GET /api/my-events`. Lists are in order of time. */
export const myEvents = z.object({
  /** Events that the member has signed up for, waits for or is interested in. */
  events: z.array(myEvent),
  hidden_signups: z.array(hiddenSignup),
  /** Other coming events of the member's teams. */
  team_events: z.array(myEvent),
  has_feed: z.boolean(),
})
export type MyEvent = z.infer<typeof myEvent>
export type MyEvents = z.infer<typeof myEvents>

export const feedAnswer = z.object({ url: z.string() })
