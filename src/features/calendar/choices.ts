/** What can be chosen in the event form. */
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { DEFAULT_TIME_ZONE } from "../events/schema.ts"
import { zoneName } from "../events/when.ts"
import { haveSameClocks } from "../events/zone.ts"
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

const deviceZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/**
 * The clocks to tell an event's times by: Baltic ones, and those of this device and of the event where
 * they differ. A zone with Baltic clocks that the event has already stands for them.
 */
export function zoneChoices(
  chosen: string,
  locale: Locale,
  t: Translate,
  device: string = deviceZone(),
): Choice[] {
  const isBaltic = haveSameClocks(chosen, DEFAULT_TIME_ZONE)
  const baltic = {
    value: isBaltic ? chosen : DEFAULT_TIME_ZONE,
    label: t("calendar:form.balticTime"),
  }
  const others = [...new Set([device, chosen])].filter(
    (zone) => !haveSameClocks(zone, DEFAULT_TIME_ZONE),
  )
  return [
    baltic,
    ...others.map((value) => {
      const zone = zoneName(Date.now(), value, locale)
      return { value, label: value === device ? t("calendar:form.deviceTime", { zone }) : zone }
    }),
  ]
}
