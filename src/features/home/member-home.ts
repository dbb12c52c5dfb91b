import { computed } from "nanostores"
import { createQuery } from "../../islands/query.ts"
import { $session } from "../../session/session.ts"
import type { OwnEvent } from "../events/own-event.ts"
import { createQuickAnswers } from "../events/signups/quick-answers.ts"
import { type MemberHome, memberHome } from "./schema.ts"

const $path = computed($session, ({ status }) => status === "signed-in" && "/api/home")
export const $home = createQuery([$path], memberHome, { isForMembers: true })

/** Sorts offered places first, because members must accept them within a day. */
export const sortOwnEvents = <Event extends OwnEvent>(events: Event[]): Event[] =>
  events.toSorted((a, b) => Number(b.answer === "offered") - Number(a.answer === "offered"))

export const isFirstVisit = ({ is_new, requests, events }: MemberHome): boolean =>
  is_new && requests.length + events.length === 0

/** Returns the id of the first event with open sign-up that the member has not answered. Null if there is none. */
export function findMainEventId(home: MemberHome): string | null {
  const { events, week, later } = home
  if (isFirstVisit(home) || events.some(({ answer }) => answer === "offered")) return null
  const event =
    sortOwnEvents(events).find(({ can_answer, answer }) => can_answer && answer === null) ??
    [...week, ...later].find(({ can_sign_up, answer }) => can_sign_up && answer === null)
  return event?.id ?? null
}

/**
 * Returns the id of the event on the poster: the member's next event, or else the main event or the next one nearby. Null
 * without an event, and on the first visit, which begins with the link to the welcome page.
 */
export function findPosterEventId(home: MemberHome): string | null {
  const own = sortOwnEvents(home.events).find(
    ({ is_cancelled, answer }) => !is_cancelled && answer !== "not_going",
  )
  if (own) return own.id
  if (isFirstVisit(home)) return null
  return findMainEventId(home) ?? [...home.week, ...home.later][0]?.id ?? null
}

export const findHomeEvent = ({ events, week, later }: MemberHome, id: string | null) =>
  [...week, ...later, ...events].find((event) => event.id === id)

/** The lists with events that the member can answer. */
const LISTS = ["events", "week", "later"] as const

const listHomeEvents = () => LISTS.flatMap((list): OwnEvent[] => $home.value?.data?.[list] ?? [])

export const homeAnswers = createQuickAnswers({
  queries: [$home],
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
