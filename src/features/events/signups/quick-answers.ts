/** Answers to events with one tap ("going", "not going"), in lists of events. */
import type { FetcherStore } from "@nanostores/query"
import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createMutation, type Mutation } from "../../../islands/mutation.ts"
import { call } from "../../../shared/call.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import { type SignupStatus, signupStatus } from "../schema.ts"

export const QUICK_ANSWERS = ["going", "not_going"] as const
export type QuickAnswer = (typeof QUICK_ANSWERS)[number]

/** The stored answer: in `mine`, or in `status` if the event has been hidden. */
const signupResponse = z.object({
  status: z.optional(signupStatus),
  mine: z.optional(z.nullable(z.object({ status: signupStatus }))),
})

interface AnsweredEvent {
  id: string
  answer: SignupStatus | null
  guests?: number | undefined
  note?: string | null | undefined
}

interface Options<Event extends AnsweredEvent> {
  queries: FetcherStore[]
  events: () => Event[]
  /** Updates the cached data after the server has stored an answer. `events` contains the new answer. */
  onAnswered: (events: Event[], id: string, status: SignupStatus) => void
}

/**
 * Creates the mutation with which a member answers the events of a list. Its ids are event ids. A new answer keeps the
 * guests and note of the earlier one.
 */
export const createQuickAnswers = <Event extends AnsweredEvent>({
  queries,
  events,
  onAnswered,
}: Options<Event>): Mutation<QuickAnswer> =>
  createMutation<QuickAnswer, z.infer<typeof signupResponse>>({
    queries,
    send(id, status) {
      const { guests = 0, note = null } = events().find((event) => event.id === id) ?? {}
      const payload = { status, guests, note, answers: {} }
      return call(`/api/events/${id}/signup`, { method: "PUT", payload, read: signupResponse })
    },
    // The server's status can differ from the sent one: a full event puts the member on the waitlist.
    updateCaches(id, value, { mine, status = mine?.status ?? value }) {
      const changed = events().map((event) =>
        event.id === id ? { ...event, answer: status } : event,
      )
      onAnswered(changed, id, status)
    },
    onSettled({ value }, response) {
      const { mine, status = mine?.status ?? value } = response.ok ? response.body : {}
      // The rare status "offered" has no text of its own, so the toast for "going" is shown.
      const title = pageTranslate()(`signups:toasts.${status === "offered" ? "going" : status}`)
      showOutcome(response, { title }, "signups:toasts.failed")
    },
  })
