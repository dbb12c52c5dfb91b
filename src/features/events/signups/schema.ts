/** Signing up for events: what is read and what is sent, checked alike by forms and functions. */
import * as z from "zod/mini"
import { isRecord } from "../../../json.ts"
import {
  moment,
  optionalText,
  record,
  requiredLine,
  requiredText,
  whole,
} from "../../../schema/fields.ts"
import { publicEvent } from "../schema.ts"
import { scope } from "../series/schema.ts"

/** What a member says. */
export const ANSWERS = ["going", "interested", "not_going"] as const
export type Answer = (typeof ANSWERS)[number]

export const STATUSES = [...ANSWERS, "waiting", "offered"] as const
export type SignupStatus = (typeof STATUSES)[number]

export const NOTE_MAX = 500
export const ANSWER_MAX = 200
export const MESSAGE_MAX = 2000
export const QUESTIONS_MAX = 3
export const QUESTION_MAX = 200
const CHOICE_MAX = 80
const CHOICES_MAX = 12
export const GUESTS_MAX = 3

const isTexts = (value: Record<string, unknown>) =>
  Object.keys(value).length <= QUESTIONS_MAX &&
  Object.values(value).every((text) => typeof text === "string" && text.length <= ANSWER_MAX)

const answers = record.check(z.refine<Record<string, unknown>>(isTexts, "too_long"))

/** `PUT /api/events/:id/signup` */
export const signupBody = z.object({
  status: z.enum(ANSWERS, "invalid"),
  guests: whole(0, GUESTS_MAX),
  note: optionalText(NOTE_MAX),
  /** By the questions' ids. */
  answers,
})
export type SignupBody = z.infer<typeof signupBody>

const status = z.enum(STATUSES)
const read = z.custom<Record<string, string>>(isRecord)

const ownSignup = z.object({
  id: z.string(),
  status,
  guests: z.number(),
  note: z.nullable(z.string()),
  answers: read,
  offered_until: z.nullable(z.string()),
  checked_in_at: z.nullable(z.string()),
})

const person = z.object({
  user_id: z.string(),
  display_name: z.string(),
  avatar_url: z.nullable(z.string()),
})

/** What a member is shown of an event's sign-up: `GET /api/events/:id/signup`. */
export const signup = z.object({
  event: z.extend(publicEvent, { event_type: z.string() }),
  mine: z.nullable(ownSignup),
  /** Which one waits first is 1; null for who does not wait. */
  position: z.nullable(z.number()),
  people: z.array(person),
  /** Whether the viewer looks after the list. */
  organizes: z.boolean(),
  /** Whether they run the event, and are no helper alone. */
  manages: z.boolean(),
})
export type Signup = z.infer<typeof signup>

const choice = requiredLine(CHOICE_MAX)

/** `PATCH /api/events/:id/signup-settings` */
export const signupSettings = z
  .object({
    /** Of a series: which dates are set alike. */
    scope: z.optional(scope),
    takes_signups: z.boolean(),
    max_participants: z.nullable(whole(0, 1_000_000)),
    signup_from: z.nullable(moment("invalid_date")),
    signup_until: z.nullable(moment("invalid_date")),
    guests_max: whole(0, GUESTS_MAX),
    offers_places: z.boolean(),
    signup_questions: z
      .array(
        z.object({
          id: z.string().check(z.regex(/^[\w-]{1,40}$/, "invalid")),
          text: requiredLine(QUESTION_MAX),
          choices: z.array(choice).check(z.maxLength(CHOICES_MAX, "invalid")),
        }),
      )
      .check(z.maxLength(QUESTIONS_MAX, "invalid")),
  })
  .check(
    z.refine(
      ({ signup_from: from, signup_until: until }) =>
        !from || !until || Date.parse(until) > Date.parse(from),
      { error: "end_before_start", path: ["signup_until"] },
    ),
  )
export type SignupSettings = z.infer<typeof signupSettings>

const listed = z.object({
  id: z.string(),
  user_id: z.nullable(z.string()),
  name: z.nullable(z.string()),
  avatar_url: z.nullable(z.string()),
  status,
  guests: z.number(),
  note: z.nullable(z.string()),
  answers: read,
  position: z.nullable(z.number()),
  offered_until: z.nullable(z.string()),
  checked_in_at: z.nullable(z.string()),
  created_at: z.string(),
  helps: z.boolean(),
})
export type ListedSignup = z.infer<typeof listed>

/** What organizers list; who waits and who is asked whether they still want to come are one. */
export const LISTS = ["going", "waiting", "interested", "not_going"] as const
export type SignupList = (typeof LISTS)[number]

export const signupPage = z.object({
  signups: z.array(listed),
  next: z.optional(z.string()),
})

/** `POST /api/events/:id/signups`: somebody at the door. */
export const walkIn = z.object({ name: requiredLine(100), guests: whole(0, GUESTS_MAX) })

/** `PATCH /api/signups/:id`: with a word to them. */
export const signupMove = z.object({
  status: z.enum(["going", "waiting", "not_going"], "invalid"),
  message: optionalText(NOTE_MAX),
})

/** `PUT /api/signups/:id/helper` */
export const helperBody = z.object({ helps: z.boolean() })

/** `PUT /api/events/:id/check-ins/:signup`: when they arrived, by the organizer's phone; null takes it back. */
export const checkInBody = z.object({ arrived_at: z.nullable(moment("invalid_date")) })

/** Its answer: who it is, and since when they are there. */
export const checkedIn = z.object({
  name: z.nullable(z.string()),
  guests: z.number(),
  checked_in_at: z.nullable(z.string()),
})
export type CheckedIn = z.infer<typeof checkedIn>

/** What the code for the door leads to: the organizers' page, which checks its owner in. */
export const entryAddress = (event: string, signup: string) =>
  `/my-events?event=${event}&check=${signup}`

/** `POST /api/events/:id/message` */
export const messageBody = z.object({ message: requiredText(MESSAGE_MAX) })

const myEvent = z.extend(publicEvent, { event_type: z.string(), status: z.nullable(status) })

/** `GET /api/my-events`, each soonest first. */
export const myEvents = z.object({
  /** What the member goes to, waits for or is interested in. */
  events: z.array(myEvent),
  /** The next ones of their teams besides. */
  team_events: z.array(myEvent),
  has_feed: z.boolean(),
})
export type MyEvent = z.infer<typeof myEvent>

export const feedAddress = z.object({ url: z.string() })
