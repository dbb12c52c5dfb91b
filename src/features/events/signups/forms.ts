import * as z from "zod/mini"
import {
  dateTime,
  optionalLine,
  optionalText,
  record,
  requiredLine,
  requiredText,
  wholeNumber,
} from "../../../schema/fields.ts"
import { hasHiddenCharacters, normalizeLine } from "../../../shared/plain-text.ts"
import { DISPLAY_NAME_MAX } from "../../account/profile/schema.ts"
import { scope } from "../series/schema.ts"
import { ANSWER_MAX } from "./answers.ts"
import {
  ANSWERS,
  GUESTS_MAX,
  MESSAGE_MAX,
  NOTE_MAX,
  QUESTION_MAX,
  QUESTIONS_MAX,
} from "./schema.ts"

const CHOICE_MAX = 80
const CHOICES_MAX = 12

const QUESTION_ID_PATTERN = /^[\w-]{1,40}$/

const areWithinLimits = (value: Record<string, unknown>) =>
  Object.keys(value).length <= QUESTIONS_MAX &&
  Object.keys(value).every((id) => QUESTION_ID_PATTERN.test(id)) &&
  Object.values(value).every((text) => typeof text === "string" && text.length <= ANSWER_MAX)

/** Normalizes spaces, and leaves out empty answers. */
const cleanAnswers = (answers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answers)
      .map(([id, text]) => [id, normalizeLine(String(text))] as const)
      .filter(([, text]) => text),
  )

const answers = z
  .pipe(
    record.check(z.refine<Record<string, unknown>>(areWithinLimits, "too_long")),
    z.transform(cleanAnswers),
  )
  .check(
    z.refine<Record<string, string>>(
      (texts) => !Object.values(texts).some(hasHiddenCharacters),
      "hidden_characters",
    ),
  )

/** A member's answer to an event. `answers` are the answers to the organizers' questions. */
export const signupBody = z.object({
  status: z.enum(ANSWERS, "invalid"),
  guests: wholeNumber(0, GUESTS_MAX),
  note: optionalText(NOTE_MAX),
  answers,
  /** New display name of a member without a display name. */
  name: z.optional(optionalLine(DISPLAY_NAME_MAX)),
})
export type SignupBody = z.infer<typeof signupBody>

const choice = requiredLine(CHOICE_MAX)

export const signupSettings = z
  .object({
    scope: z.optional(scope),
    takes_signups: z.boolean(),
    max_participants: z.nullable(wholeNumber(0, 1_000_000)),
    signup_from: z.nullable(dateTime("invalid_date")),
    signup_until: z.nullable(dateTime("invalid_date")),
    guests_max: wholeNumber(0, GUESTS_MAX),
    offers_places: z.boolean(),
    signup_questions: z
      .array(
        z.object({
          id: z.string().check(z.regex(QUESTION_ID_PATTERN, "invalid")),
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

/** A person without an account, added at the door. */
export const walkIn = z.object({
  name: requiredLine(100),
  guests: wholeNumber(0, GUESTS_MAX),
  /**
   * Whether the person is added even if the event is full (the default). If false, the API answers `event_full` for a
   * full event, and the page warns the organizer before it sends true.
   */
  over_limit: z.optional(z.boolean()),
})

/**
 * A change of a sign-up's status by an organizer. The member gets `message` by email, unless the member has turned such
 * emails off.
 */
export const signupMove = z.object({
  status: z.enum(["going", "waiting", "not_going"], "invalid"),
  message: optionalText(NOTE_MAX),
})

export const helperBody = z.object({ helps: z.boolean() })

/** A check-in. The time is from the organizer's phone. Null undoes the check-in. */
export const checkInBody = z.object({ arrived_at: z.nullable(dateTime("invalid_date")) })

export const messageBody = z.object({
  message: requiredText(MESSAGE_MAX),
  with_waitlist: z.optional(z.boolean()),
})

/** `count` is the number of emails. Attendees who have turned emails off get none. */
export const messageResponse = z.object({ count: z.number() })
