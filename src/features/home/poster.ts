/** Chooses the event of the poster that visitors see on the home page. */
import type { PublicEvent } from "../events/schema.ts"

const WEEK_MS = 7 * 86_400_000

/** Returns the number of sign-ups of an event, or the number of places if there are no sign-ups. */
const getSize = ({ signups, max_participants }: PublicEvent) =>
  signups.going || (max_participants ?? 0)

/**
 * Returns the biggest upcoming event within seven days from the start of the first upcoming event, or undefined if no
 * event is upcoming. Featured events are preferred. `events` must be in order of time.
 */
export function pickPosterEvent(events: PublicEvent[], now: number): PublicEvent | undefined {
  const upcoming = events.filter(
    (event) => !event.is_cancelled && Date.parse(event.start_date) > now,
  )
  const weekEnd = Date.parse(upcoming[0]?.start_date ?? "") + WEEK_MS
  return upcoming
    .filter((event) => Date.parse(event.start_date) < weekEnd)
    .toSorted((a, b) => Number(b.featured) - Number(a.featured) || getSize(b) - getSize(a))[0]
}
