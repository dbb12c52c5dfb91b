/** What can be chosen in the event form. */
import type { CalendarEvent, OwnTeam } from "./api.ts"

interface Choice {
  value: string
  label: string
}

/** The teams whose calendar the member may write, and the event's own. */
export function teamChoices(teams: OwnTeam[], event: CalendarEvent | null): Choice[] {
  const own = teams
    .filter(({ mayPostEvents }) => mayPostEvents)
    .map(({ id, name }) => ({ value: id, label: name }))
  const { team_id = null, team_name = null } = event ?? {}
  // A super admin is in no team and may change each one's events.
  const isMissing = team_id !== null && !own.some(({ value }) => value === team_id)
  return isMissing ? [...own, { value: team_id, label: team_name ?? team_id }] : own
}

const ZONES = ["Europe/Riga", "Europe/Tallinn", "Europe/Vilnius"]

const here = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** Our three countries' zones, the one of this device, and the one that is chosen. */
export const zoneChoices = (chosen: string): Choice[] =>
  [...new Set([...ZONES, here(), chosen])].map((value) => ({
    value,
    label: (value.split("/").at(-1) ?? value).replaceAll("_", " "),
  }))
