/** The calendar as a list: what is coming page by page, and what is past as far back as was asked for. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import type { CalendarEvent } from "./api.ts"
import type { EventsCache } from "./events-cache.ts"
import type { Filters } from "./filters.ts"

export type Agenda =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | {
      status: "ready"
      /** In order of time, past ones included. */
      events: CalendarEvent[]
      /** Where what is coming goes on; null at its end. */
      next: string | null
      /** The ISO moment from which on everything is here. */
      since: string
      /** Nothing is earlier than what is here. */
      isFromTheStart: boolean
      working: "more" | "earlier" | null
    }

type Ready = Extract<Agenda, { status: "ready" }>

export const PAGE_SIZE = 40

const DAY_MS = 86_400_000
/** How far the first look back goes; a look that finds nothing goes twice as far. */
const LOOK_BACK_MS = 90 * DAY_MS
/** Before K-pop came to the Baltics there is nothing to find. */
const BEGINNING = Date.UTC(2000, 0)

type Chosen = Pick<Filters, "country" | "team">

interface Steps {
  cache: EventsCache
  /** ISO: the start of today. */
  today: () => string
  onFailed: (failure: Failure) => void
}

export function createAgenda({ cache, today, onFailed }: Steps) {
  const $agenda = atom<Agenda>({ status: "loading" })
  let chosen: Chosen = { country: null, team: null }
  let latest = 0

  const ready = (): Ready | null => {
    const agenda = $agenda.get()
    return agenda.status === "ready" ? agenda : null
  }

  const update = (changes: Partial<Ready>) => {
    const agenda = ready()
    if (agenda) $agenda.set({ ...agenda, ...changes })
  }

  /** All that is coming, to at least so many events. */
  async function coming(since: string, count: number) {
    const events: CalendarEvent[] = []
    let next: string | null = null
    do {
      const answer = await cache.page({ ...chosen, from: since, limit: PAGE_SIZE, cursor: next })
      if (!answer.ok) return answer
      events.push(...answer.body.events)
      next = answer.body.next
    } while (next !== null && events.length < count)
    return { ok: true as const, body: { events, next } }
  }

  /** Events before `edge`, from as far back as it takes to find some. */
  async function before(edge: string): Promise<Answer<{ events: CalendarEvent[]; since: string }>> {
    const end = Date.parse(edge)
    for (let span = LOOK_BACK_MS; ; span *= 2) {
      const since = new Date(Math.max(end - span, BEGINNING)).toISOString()
      const answer = await cache.all({ ...chosen, from: since, to: edge })
      if (!answer.ok) return answer
      const known = new Set(ready()?.events.map(({ id }) => id))
      const events = answer.body.filter(({ id }) => !known.has(id))
      if (events.length > 0 || end - span <= BEGINNING)
        return { ...answer, body: { events, since } }
    }
  }

  /** Loads what is coming, and as much as was shown before where the filters are the same. */
  async function load(filters: Chosen): Promise<void> {
    latest += 1
    const mine = latest
    const isSame = filters.country === chosen.country && filters.team === chosen.team
    const shown = isSame ? ready() : null
    chosen = { country: filters.country, team: filters.team }
    if (!shown) $agenda.set({ status: "loading" })
    const since = shown?.since ?? today()
    const answer = await coming(since, shown?.events.length ?? 0)
    if (mine !== latest) return
    if (answer.ok) {
      const isFromTheStart = shown?.isFromTheStart ?? false
      $agenda.set({ status: "ready", ...answer.body, since, isFromTheStart, working: null })
      return
    }
    // What is shown is older now, but not wrong.
    if (!shown) $agenda.set({ status: "failed", failure: answer.failure })
    onFailed(answer.failure)
  }

  /** Does one thing at a time, and forgets its answer when something else is shown by then. */
  async function extend<Body>(
    working: "more" | "earlier",
    ask: (agenda: Ready) => Promise<Answer<Body>>,
    take: (agenda: Ready, body: Body) => Partial<Ready>,
  ): Promise<void> {
    const agenda = ready()
    if (!agenda || agenda.working) return
    const mine = latest
    update({ working })
    const answer = await ask(agenda)
    if (mine !== latest) return
    const present = ready()
    if (present && answer.ok) update({ ...take(present, answer.body), working: null })
    else update({ working: null })
    if (!answer.ok) onFailed(answer.failure)
  }

  return {
    $agenda,
    load,
    loadMore: () =>
      extend(
        "more",
        ({ since, next }) => cache.page({ ...chosen, from: since, limit: PAGE_SIZE, cursor: next }),
        ({ events }, page) => ({ events: [...events, ...page.events], next: page.next }),
      ),
    loadEarlier: () =>
      extend(
        "earlier",
        ({ since }) => before(since),
        ({ events }, found) => ({
          events: [...found.events, ...events],
          since: found.since,
          isFromTheStart: found.events.length === 0,
        }),
      ),
    forget(): void {
      latest += 1
      $agenda.set({ status: "loading" })
    },
  }
}
