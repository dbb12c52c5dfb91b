/** What follows in the event form from what is chosen. */
import { wallTime } from "../events/zone.ts"
import type { CalendarEvent, OwnTeam } from "./api.ts"
import type { EventValues } from "./values.ts"

const HOUR = 3_600_000
/** Most events in the calendar are evenings. */
const LENGTH = 2 * HOUR

const utc = (wall: string) => Date.parse(`${wall}Z`)

/** A year that is being typed is 2 first, then 20, then 202. */
const isWhole = (wall: string) => wall >= "2000"

/**
 * The changes for another start: the end moves along, so that the event stays as long as it was; one that
 * has no end, or one before its start, gets two hours. `before` is the last whole start.
 */
export function startChanges(
  { end_date }: Pick<EventValues, "end_date">,
  before: string,
  start: string,
): Partial<EventValues> {
  if (!isWhole(start)) return { start_date: start }
  const isAfter = isWhole(before) && isWhole(end_date) && end_date >= before
  if (!isAfter && end_date >= start) return { start_date: start }
  const length = isAfter ? utc(end_date) - utc(before) : LENGTH
  const end = wallTime(utc(start) + length, "UTC").slice(0, start.length)
  return { start_date: start, end_date: end }
}

/** The last whole start, which the next one is compared to. */
export const wholeStart = (before: string, start: string): string =>
  isWhole(start) ? start : before

type Team = Pick<OwnTeam, "id" | "country">

/** A new event is where its team is, until somebody says otherwise; one that exists stays where it was. */
export function teamChanges(
  values: Pick<EventValues, "team_id" | "country">,
  team_id: string,
  teams: Team[],
  event: CalendarEvent | null,
): Partial<EventValues> {
  const countryOf = (id: string) => teams.find((team) => team.id === id)?.country ?? ""
  const isUntouched = !event && values.country === countryOf(values.team_id)
  return isUntouched ? { team_id, country: countryOf(team_id) } : { team_id }
}
