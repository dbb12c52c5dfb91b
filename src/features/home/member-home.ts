/** The data of a member's home page, and the member's answers to events on this page. */
import { computed } from "nanostores"
import * as z from "zod/mini"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { createMutation } from "../../islands/mutation.ts"
import { createQuery } from "../../islands/query.ts"
import { $session } from "../../session/session.ts"
import { call } from "../../shared/call.ts"
import { showOutcome } from "../../ui/toast/show-outcome.ts"
import { signupStatus } from "../events/schema.ts"
import { memberHome, type OwnEvent } from "./schema.ts"

const $path = computed($session, ({ status }) => status === "signed-in" && "/api/home")
export const $home = createQuery([$path], memberHome, { isForMembers: true })

export const QUICK_ANSWERS = ["going", "not_going"] as const
export type QuickAnswer = (typeof QUICK_ANSWERS)[number]

/** The part of the API's answer that the home page needs. For an event that admins hid, it has only a status. */
const signupAnswer = z.object({
  status: z.optional(signupStatus),
  mine: z.optional(z.nullable(z.object({ status: signupStatus }))),
})

/** Answers an event by its id. Keeps guests and note. */
export const answerMutation = createMutation<QuickAnswer, z.infer<typeof signupAnswer>>({
  queries: [$home],
  send(id, status) {
    const { guests = 0, note = null } = eventById(id) ?? {}
    const payload = { status, guests, note, answers: {} }
    return call(`/api/events/${id}/signup`, { method: "PUT", payload, read: signupAnswer })
  },
  updateCaches(id, value, { mine, status = mine?.status ?? value }) {
    const data = $home.value?.data
    if (!data) return
    const events = data.events.map((event) =>
      event.id === id ? { ...event, answer: status } : event,
    )
    const others = data.answers.filter(({ event_id }) => event_id !== id)
    $home.mutate({ ...data, events, answers: [...others, { event_id: id, status }] })
  },
  onSettled({ value }, answer) {
    const { mine, status = mine?.status ?? value } = answer.ok ? answer.body : {}
    const title = pageTranslate()(`signups:toasts.${status === "offered" ? "going" : status}`)
    showOutcome(answer, { title }, "signups:toasts.failed")
  },
})

const eventById = (id: string): OwnEvent | undefined =>
  $home.value?.data?.events.find((event) => event.id === id)
