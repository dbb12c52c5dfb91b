import { computed } from "nanostores"
import { createQuery } from "../../islands/query.ts"
import { $session } from "../../session/session.ts"
import type { OwnEvent } from "../events/own-event.ts"
import { createQuickAnswers } from "../events/signups/quick-answers.ts"
import { type MemberHome, memberHome } from "./schema.ts"

const $path = computed($session, ({ status }) => status === "signed-in" && "/api/home")
export const $home = createQuery([$path], memberHome, { isForMembers: true })

/** Offered places are first, because members must accept them within a day. */
export const sortOwnEvents = (events: OwnEvent[]): OwnEvent[] =>
  events.toSorted((a, b) => Number(b.answer === "offered") - Number(a.answer === "offered"))

/** Returns the first event with open sign-up that the member has not answered. */
export function findMainEventId({ requests, events, week, later, is_new }: MemberHome) {
  const isFirstVisit = is_new && requests.length + events.length === 0
  if (isFirstVisit || events.some(({ answer }) => answer === "offered")) return null
  const event =
    sortOwnEvents(events).find(({ can_answer, answer }) => can_answer && answer === null) ??
    [...week, ...later].find(({ can_sign_up, answer }) => can_sign_up && answer === null)
  return event?.id ?? null
}

const LISTS = ["events", "week", "later"] as const

const listHomeEvents = () => LISTS.flatMap((list): OwnEvent[] => $home.value?.data?.[list] ?? [])

export const homeAnswers = createQuickAnswers({
  query: $home,
  events: listHomeEvents,
  onAnswered(_, id, answer) {
    const data = $home.value?.data
    if (!data) return
    const update = <Event extends OwnEvent>(events: Event[]) =>
      events.map((event) => (event.id === id ? { ...event, answer } : event))
    const slug = listHomeEvents().find((event) => event.id === id)?.slug
    const others = data.answers.filter((other) => other.slug !== slug)
    $home.mutate({
      ...data,
      events: update(data.events),
      week: update(data.week),
      later: update(data.later),
      answers: slug ? [...others, { slug, status: answer }] : others,
    })
  },
})
