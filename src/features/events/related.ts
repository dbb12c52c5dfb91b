import type { PublicEvent } from "./event.ts"

const MAX_RELATED = 4

/**
 * Returns up to `MAX_RELATED` events in order of time: the next events of the same team and, if the team has fewer,
 * other events in the same country. `upcoming` must be sorted by start.
 */
export function findRelatedEvents(event: PublicEvent, upcoming: PublicEvent[]): PublicEvent[] {
  const others = upcoming.filter(({ id, is_cancelled }) => id !== event.id && !is_cancelled)
  const isOfTeam = ({ team_id }: PublicEvent) => team_id !== null && team_id === event.team_id
  const inSameCountry = others.filter(
    (other) => !isOfTeam(other) && other.country === event.country,
  )
  return [...others.filter(isOfTeam), ...inSameCountry]
    .slice(0, MAX_RELATED)
    .sort((a, b) => Date.parse(a.start_date) - Date.parse(b.start_date))
}
