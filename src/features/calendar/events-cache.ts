/** Events that were asked for, kept for five minutes. */
import type { Answer } from "../../call.ts"
import type { CalendarEvent, EventPage } from "./api.ts"
import type { Filters } from "./filters.ts"

/** Section 9: events are fresh for five minutes. */
const FRESH_MS = 5 * 60_000

export interface EventQuery extends Pick<Filters, "country" | "team"> {
  /** ISO moments: events that end at or after `from` and start before `to`. */
  from?: string
  to?: string
  cursor?: string | null
  limit?: number
}

function textOf(query: EventQuery): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value) text.set(name, String(value))
  return text.toString()
}

export function createEventsCache(
  fetchEvents: (query: string) => Promise<Answer<EventPage>>,
  now: () => number = Date.now,
) {
  const kept = new Map<string, { until: number; answer: Promise<Answer<EventPage>> }>()

  /** One page of the events that fit. */
  async function page(query: EventQuery): Promise<Answer<EventPage>> {
    const text = textOf(query)
    const known = kept.get(text)
    if (known && known.until > now()) return known.answer
    const asked = { until: now() + FRESH_MS, answer: fetchEvents(text) }
    kept.set(text, asked)
    const answer = await asked.answer
    // A failure is not worth keeping.
    if (!answer.ok && kept.get(text) === asked) kept.delete(text)
    return answer
  }

  return {
    page,
    /** All events that fit, whatever the number of pages. */
    async all(query: EventQuery): Promise<Answer<CalendarEvent[]>> {
      const events: CalendarEvent[] = []
      let cursor: string | null = null
      do {
        const answer: Answer<EventPage> = await page({ ...query, cursor })
        if (!answer.ok) return answer
        events.push(...answer.body.events)
        cursor = answer.body.next
      } while (cursor !== null)
      return { ok: true, body: events, headers: new Headers() }
    },
    /** Something was written, or somebody else is here. */
    clear: () => kept.clear(),
  }
}

export type EventsCache = ReturnType<typeof createEventsCache>
