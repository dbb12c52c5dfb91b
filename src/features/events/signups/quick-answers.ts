/** Answers to events with one tap, in lists of a member's own events. */
import type { FetcherStore } from "@nanostores/query"
import * as z from "zod/mini"
import { pageTranslate } from "../../../i18n/page-translate.ts"
import { createMutation, type Mutation } from "../../../islands/mutation.ts"
import { call } from "../../../shared/call.ts"
import { showOutcome } from "../../../ui/toast/show-outcome.ts"
import type { OwnEvent } from "../own-event.ts"
import { signupStatus } from "../schema.ts"

export const QUICK_ANSWERS = ["going", "not_going"] as const
export type QuickAnswer = (typeof QUICK_ANSWERS)[number]

/** The part of the API's answer that the lists need. An event that admins have hidden has only a status. */
const signupAnswer = z.object({
  status: z.optional(signupStatus),
  mine: z.optional(z.nullable(z.object({ status: signupStatus }))),
})

interface Options {
  /** The query with the list. */
  query: FetcherStore
  events: () => OwnEvent[]
  /** Writes a confirmed answer into the cache of the query. `events` contains it already. */
  onAnswered: (events: OwnEvent[], id: string, status: NonNullable<OwnEvent["answer"]>) => void
}

/** Creates the answers of a list, by the ids of its events. An answer keeps the guests and the note. */
export const createQuickAnswers = ({ query, events, onAnswered }: Options): Mutation<QuickAnswer> =>
  createMutation<QuickAnswer, z.infer<typeof signupAnswer>>({
    queries: [query],
    send(id, status) {
      const { guests = 0, note = null } = events().find((event) => event.id === id) ?? {}
      const payload = { status, guests, note, answers: {} }
      return call(`/api/events/${id}/signup`, { method: "PUT", payload, read: signupAnswer })
    },
    updateCaches(id, value, { mine, status = mine?.status ?? value }) {
      const changed = events().map((event) =>
        event.id === id ? { ...event, answer: status } : event,
      )
      onAnswered(changed, id, status)
    },
    onSettled({ value }, answer) {
      const { mine, status = mine?.status ?? value } = answer.ok ? answer.body : {}
      const title = pageTranslate()(`signups:toasts.${status === "offered" ? "going" : status}`)
      showOutcome(answer, { title }, "signups:toasts.failed")
    },
  })
