import type { PublicEvent } from "./event.ts"

/** As many as stand beside an event. */
const SHOWN = 4

/** Of events to come, in order of time: the next of the same team, and where there is room of the same country. */
export function relatedTo(event: PublicEvent, coming: PublicEvent[]): PublicEvent[] {
  const others = coming.filter(({ id, is_cancelled }) => id !== event.id && !is_cancelled)
  const isOfTeam = ({ team_id }: PublicEvent) => team_id !== null && team_id === event.team_id
  const around = others.filter((other) => !isOfTeam(other) && other.country === event.country)
  return [...others.filter(isOfTeam), ...around]
    .slice(0, SHOWN)
    .sort((a, b) => Date.parse(a.start_date) - Date.parse(b.start_date))
}
