/** What a member is shown of one event's sign-up, and what they say to it. */
import * as z from "zod/mini"
import { type Answer, call } from "../../../call.ts"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery } from "../../../query.ts"
import { createForm } from "../../../ui/forms/form.ts"
import { checked, refused } from "../../../ui/forms/submission.ts"
import { tellOutcome } from "../../../ui/toast/tell-outcome.ts"
import type { SignupQuestion } from "../schema.ts"
import { type Answer as Said, type Signup, type SignupBody, signup, signupBody } from "./schema.ts"

export interface SignupValues {
  /** Digits. */
  guests: string
  note: string
  /** By the questions' ids. */
  answers: Record<string, string>
}

const NOTHING: SignupValues = { guests: "0", note: "", answers: {} }

const valuesOf = ({ mine }: Signup): SignupValues =>
  mine ? { guests: String(mine.guests), note: mine.note ?? "", answers: mine.answers } : NOTHING

const read = (json: unknown) => z.parse(signup, json)

export const signupPath = (event: string) => `/api/events/${event}/signup`

/** What has to be chosen and is not; a question without choices may be left out. */
const unanswered = (questions: SignupQuestion[], { answers }: SignupValues) =>
  questions.find(({ id, choices }) => choices.length > 0 && !choices.includes(answers[id] ?? ""))

/** A store for one event; its form keeps what was typed until it is sent. */
export function createSignup(event: string) {
  const path = signupPath(event)
  const $query = createQuery([path], signup, { isForMembers: true })
  const questions = () => $query.get().data?.event.signups.signup_questions ?? []

  const form = createForm<SignupValues, SignupBody, Signup>(NOTHING, {
    check(values) {
      const missing = unanswered(questions(), values)
      if (missing) return refused({ [missing.id]: "required" })
      return checked(signupBody, { ...values, guests: Number(values.guests), status: "going" })
    },
    send: (payload) => call(path, { method: "PUT", payload, read }),
  })

  function tell(answer: Answer<Signup>, status: Said): void {
    const t = pageTranslate()
    if (answer.ok) $query.mutate(answer.body)
    else if (answer.failure.code !== "unreachable") $query.revalidate()
    const now = (answer.ok && answer.body.mine?.status) || status
    const title = t(`signups:toasts.${now === "offered" ? "going" : now}`)
    tellOutcome(answer.ok ? null : answer.failure, { title }, "signups:toasts.failed")
  }

  return {
    $query,
    form,
    /** Fills the form with what was said before. */
    edit: (shown: Signup) => form.reset(valuesOf(shown)),
    /** Sends the form; true once it is stored. */
    async signUp(): Promise<boolean> {
      const answer = await form.submit()
      if (!answer) return false
      const isInForm = !answer.ok && /^(invalid|email_unconfirmed)$/.test(answer.failure.code)
      if (!isInForm) tell(answer, "going")
      if (answer.ok) form.reset(valuesOf(answer.body))
      return answer.ok
    },
    /** Says something that needs no form; what was said besides stays. */
    async say(status: Said, shown: Signup): Promise<void> {
      const { guests, note, answers } = valuesOf(shown)
      const payload = { status, guests: Number(guests), note, answers }
      tell(await call(path, { method: "PUT", payload, read }), status)
    },
  }
}

export type SignupStore = ReturnType<typeof createSignup>

/** The page on which one event's list is kept, for its organizers; and where a team's own is answered. */
export const manageAddress = (event: string) => `/my-events?event=${event}`
