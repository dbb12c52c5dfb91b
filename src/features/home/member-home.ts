/** The data of a member's home page, and the member's answers to events on this page. */
import { computed } from "nanostores"
import { createQuery } from "../../islands/query.ts"
import { $session } from "../../session/session.ts"
import { createQuickAnswers } from "../events/signups/quick-answers.ts"
import { memberHome } from "./schema.ts"

const $path = computed($session, ({ status }) => status === "signed-in" && "/api/home")
export const $home = createQuery([$path], memberHome, { isForMembers: true })

export const homeAnswers = createQuickAnswers({
  query: $home,
  events: () => $home.value?.data?.events ?? [],
  onAnswered(events, id, status) {
    const data = $home.value?.data
    if (!data) return
    const others = data.answers.filter(({ event_id }) => event_id !== id)
    $home.mutate({ ...data, events, answers: [...others, { event_id: id, status }] })
  },
})
