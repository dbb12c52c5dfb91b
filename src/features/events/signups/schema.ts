/** Schemas of the responses about sign-ups, and limits that the server checks. */
import * as z from "zod/mini"
import { isRecord } from "../../../shared/json.ts"
import { publicEvent, signupStatus as status, unlistedReason } from "../schema.ts"

export const ANSWERS = ["going", "interested", "not_going"] as const
export type Answer = (typeof ANSWERS)[number]

// Maximum lengths in characters. QUESTIONS_MAX is a number of questions.
export const NOTE_MAX = 500
export const MESSAGE_MAX = 2000
export const QUESTIONS_MAX = 3
export const QUESTION_MAX = 200
/** Maximum number of guests of a sign-up. Organizers can allow fewer guests. */
export const GUESTS_MAX = 3

/** Answers by the id of the organizers' question. */
const answers = z.custom<Record<string, string>>(isRecord)

const ownSignup = z.object({
  id: z.string(),
  status,
  guests: z.number(),
  note: z.nullable(z.string()),
  answers,
  /** Time (ISO) until which the member can accept an offered place. */
  offered_until: z.nullable(z.string()),
  checked_in_at: z.nullable(z.string()),
})

const attendee = z.object({
  user_id: z.string(),
  display_name: z.string(),
  avatar_url: z.nullable(z.string()),
})

/** An event with the viewer's sign-up (`mine`) and rights. */
export const signup = z.object({
  event: z.extend(publicEvent, { event_type: z.string(), unlisted_reason: unlistedReason }),
  mine: z.nullable(ownSignup),
  /**
   * Position on the waitlist, from 1. Null if the member is not on the waitlist, or if the member and the guests need
   * more places than the event has.
   */
  position: z.nullable(z.number()),
  people: z.array(attendee),
  /** Whether the viewer may see the attendee list and check attendees in. */
  organizes: z.boolean(),
  /** Whether the viewer may change the event. Helpers may not. */
  manages: z.boolean(),
  /** Whether the viewer lacks a display name, which a sign-up requires. */
  needs_name: z.boolean(),
  /**
   * Whether members are on the waitlist. There can be free places nevertheless, if they are too few for a member with
   * guests.
   */
  has_waitlist: z.boolean(),
  /** Number of recipients of a message by status. Null for viewers without the right to send messages. */
  reach: z.nullable(z.object({ going: z.number(), waiting: z.number() })),
})
export type Signup = z.infer<typeof signup>

/** The viewer's sign-up for an event that was hidden. Contains no texts of the organizers. */
export const hiddenSignup = z.object({
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

const listedSignup = z.extend(ownSignup, {
  /** Null for a person without an account, added by an organizer at the door. */
  user_id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  position: z.nullable(z.number()),
  created_at: z.string(),
  helps: z.boolean(),
})
export type ListedSignup = z.infer<typeof listedSignup>

/** The organizers' lists of sign-ups. "waiting" includes members who are offered a place. */
export const LISTS = ["going", "waiting", "interested", "not_going"] as const
export type SignupList = (typeof LISTS)[number]

export const signupPage = z.object({
  signups: z.array(listedSignup),
  next: z.optional(z.string()),
})

export const checkedIn = z.pick(listedSignup, { name: true, guests: true, checked_in_at: true })
export type CheckedIn = z.infer<typeof checkedIn>

/** Returns the path that an entry code contains. When an organizer opens it, the attendee is checked in. */
export const entryPath = (event: string, signup: string) =>
  `/my-events?event=${event}&check=${signup}`

/** The only response that contains the URL of the member's calendar feed. */
export const feedResponse = z.object({ url: z.string() })
