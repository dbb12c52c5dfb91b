/** The member's answers to events ("going" or "not going"), given with one tap in the calendar's lists. */
import { mutateCache } from "../../islands/query.ts"
import type { CalendarEvent, SignupStatus } from "../events/schema.ts"
import { createQuickAnswers } from "../events/signups/quick-answers.ts"
import { $agenda, $monthEvents, $nextEvents } from "./queries.ts"

const EVENT_QUERIES = [$agenda, $monthEvents, $nextEvents]

function withAnswer(event: CalendarEvent, answer: SignupStatus): CalendarEvent {
  const groupSize = 1 + (event.guests ?? 0)
  const countGroup = (status: SignupStatus | null) => (status === "going" ? groupSize : 0)
  const going = event.signups.going - countGroup(event.answer) + countGroup(answer)
  return { ...event, answer, signups: { ...event.signups, going } }
}

export const calendarAnswers = createQuickAnswers({
  queries: EVENT_QUERIES,
  events: () => EVENT_QUERIES.flatMap(({ value }) => value?.data?.events ?? []),
  onAnswered(_, id, answer) {
    for (const { value } of EVENT_QUERIES) {
      const data = value?.data
      if (!data?.events.some((event) => event.id === id)) continue
      const events = data.events.map((event) =>
        event.id === id ? withAnswer(event, answer) : event,
      )
      mutateCache(data.key, { ...data, events })
    }
  },
})
