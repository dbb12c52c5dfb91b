import { createMemberQuery } from "../../islands/query.ts"
import type { OwnEvent } from "../events/own-event.ts"
import { createQuickAnswers } from "../events/signups/quick-answers.ts"
import { type MemberHome, memberHome } from "./schema.ts"

export const $home = createMemberQuery("/api/home", memberHome)

/** Sorts offered places first, because members must accept them within a day. */
export const sortOwnEvents = <Event extends OwnEvent>(events: Event[]): Event[] =>
  events.toSorted((a, b) => Number(b.answer === "offered") - Number(a.answer === "offered"))

/**
 * Returns whether the member has no profile, no join requests and no events. The page then links to the welcome page.
 */
export const isFirstVisit = ({ is_new, requests, events }: MemberHome): boolean =>
  is_new && requests.length + events.length === 0

/**
 * Returns the id of the event with the most important button of the page: the first event with open sign-up that the
 * member has not replied to. Null if there is none, if a place is offered to the member, if the poster shows an entry
 * code, or on the first visit.
 */
export function findMainEventId(
  home: MemberHome,
  poster?: ReturnType<typeof findHomeEvent>,
): string | null {
  const { events, week, later } = home
  if (poster && "signup_id" in poster && poster.signup_id && poster.answer === "going") return null
  if (isFirstVisit(home) || events.some(({ answer }) => answer === "offered")) return null
  const event =
    sortOwnEvents(events).find(({ can_answer, answer }) => can_answer && answer === null) ??
    [...week, ...later].find(({ can_sign_up, answer }) => can_sign_up && answer === null)
  return event?.id ?? null
}

/**
 * Returns the id of the event on the poster: the member's next event, otherwise the main event (see
 * `findMainEventId()`) or the next listed event. Null if there is no event, and on the first visit, when the page
 * begins with a link to the welcome page.
 */
export function findPosterEventId(home: MemberHome): string | null {
  const nextOwnEvent = sortOwnEvents(home.events).find(
    ({ is_cancelled, answer }) => !is_cancelled && answer !== "not_going",
  )
  if (nextOwnEvent) return nextOwnEvent.id
  if (isFirstVisit(home)) return null
  return findMainEventId(home) ?? [...home.week, ...home.later][0]?.id ?? null
}

/**
 * Returns the key of the heading above the next events. The heading names the member's country only if no listed event
 * is in another country.
 */
export function getHeadingKey({
  country,
  week,
  later,
}: Pick<MemberHome, "country" | "week" | "later">) {
  if (country === null) return "home:events.title"
  if (week.length > 0 || later.length === 0) return `home:thisWeek.${country}` as const
  return later.every((event) => event.country === null || event.country === country)
    ? (`home:comingUp.${country}` as const)
    : "home:events.title"
}

/** Returns the key of the page's heading: a question if the poster suggests an event to the member. */
export const getTitleKey = (poster: ReturnType<typeof findHomeEvent>) =>
  poster && "can_sign_up" in poster && poster.answer !== "going"
    ? "home:yours.choose"
    : "home:yours.title"

export const findHomeEvent = ({ events, week, later }: MemberHome, id: string | null) =>
  [...week, ...later, ...events].find((event) => event.id === id)

/** The lists of `MemberHome` with events that the member can reply to. */
const EVENT_LISTS = ["events", "week", "later"] as const

const listHomeEvents = () =>
  EVENT_LISTS.flatMap((list): OwnEvent[] => $home.value?.data?.[list] ?? [])

/** Sends replies (going or not) to events, and updates all lists of the page. */
export const homeAnswers = createQuickAnswers({
  queries: [$home],
  events: listHomeEvents,
  onAnswered(_, id, answer) {
    const data = $home.value?.data
    if (!data) return
    const update = <Event extends OwnEvent>(events: Event[]) =>
      events.map((event) => (event.id === id ? { ...event, answer } : event))
    $home.mutate({
      ...data,
      events: update(data.events),
      week: update(data.week),
      later: update(data.later),
    })
    // The response to an answer does not contain the id of the sign-up, which the entry code needs.
    if (answer === "going" && data.events.some((event) => event.id === id && !event.signup_id)) {
      $home.revalidate()
    }
  },
})
