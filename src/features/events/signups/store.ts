/** The store of one event's sign-up. */
import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createQuery } from "../../../islands/query.ts"
import { type Answer, call } from "../../../shared/call.ts"
import { tellOutcome } from "../../../ui/toast/tell-outcome.ts"
import { fittingAnswers } from "./answers.ts"
import type { SignupBody } from "./forms.ts"
import { type Answer as Said, type Signup, signup } from "./schema.ts"

const read = (json: unknown) => z.parse(signup, json)

export const signupPath = (event: string) => `/api/events/${event}/signup`

/** A store for one event. */
export function createSignup(event: string) {
  const path = signupPath(event)
  const $query = createQuery([path], signup, { isForMembers: true })
  const send = (payload: SignupBody) => call(path, { method: "PUT", payload, read })

  /** Shows the result of an answer. */
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
    send,
    tell,
    /** Sends an answer without the form. Keeps the guests, note and answers to questions. */
    async say(status: Said, { event, mine }: Signup): Promise<void> {
      const { guests = 0, note = null, answers = {} } = mine ?? {}
      const fitting = fittingAnswers(event.signups.signup_questions, answers)
      tell(await send({ status, guests, note, answers: fitting }), status)
    },
  }
}

export type SignupStore = ReturnType<typeof createSignup>

/** The page on which one event's list is kept, for its organizers; and where a team's own is answered. */
export const manageAddress = (event: string) => `/my-events?event=${event}`
