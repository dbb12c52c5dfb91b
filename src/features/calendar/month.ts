/** The calendar by months: the events of the one that is shown, with the days around it. */
import { atom } from "nanostores"
import type { Failure } from "../../call.ts"
import type { CalendarEvent } from "./api.ts"
import type { EventsCache } from "./events-cache.ts"
import type { Filters } from "./filters.ts"
import { addDays, monthGrid } from "./month-grid.ts"

export type MonthEvents =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | { status: "ready"; events: CalendarEvent[] }

interface Steps {
  cache: EventsCache
  onFailed: (failure: Failure) => void
}

/** A day more on each side: it is another day elsewhere. */
function rangeOf(month: string): { from: string; to: string } {
  const days = monthGrid(month).flat()
  const [first = "", last = ""] = [days[0], days.at(-1)]
  return { from: `${addDays(first, -1)}T00:00:00.000Z`, to: `${addDays(last, 2)}T00:00:00.000Z` }
}

export function createMonth({ cache, onFailed }: Steps) {
  const $events = atom<MonthEvents>({ status: "loading" })
  let latest = 0
  let shown = ""

  return {
    $events,
    async load(month: string, { country, team }: Pick<Filters, "country" | "team">): Promise<void> {
      latest += 1
      const mine = latest
      const asked = JSON.stringify([month, country, team])
      // After a write, what is shown stays until the new answer is here.
      if (asked !== shown || $events.get().status === "failed") $events.set({ status: "loading" })
      shown = asked
      const answer = await cache.all({ country, team, ...rangeOf(month) })
      if (mine !== latest) return
      if (answer.ok) return $events.set({ status: "ready", events: answer.body })
      if ($events.get().status !== "ready")
        $events.set({ status: "failed", failure: answer.failure })
      onFailed(answer.failure)
    },
    forget(): void {
      latest += 1
      shown = ""
      $events.set({ status: "loading" })
    },
  }
}
