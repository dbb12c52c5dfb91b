/** The moment at which an article publishes itself, as clocks of this device show it. */
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { momentAt, wallTime } from "../events/zone.ts"

/** The zone of this device, by its IANA name. */
export const deviceZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

export const planText = (iso: string): string =>
  formatDate(iso, "moment", pageLocale(), deviceZone())

/** What the field shows of a moment: `YYYY-MM-DDTHH:MM`; empty for none. */
export const planField = (iso: string, zone = deviceZone()): string =>
  iso === "" ? "" : wallTime(Date.parse(iso), zone).slice(0, "2026-11-27T17:00".length)

/** The moment of what the field shows; empty for none, and for an hour that spring leaves out. */
export function planMoment(wall: string, zone = deviceZone()): string {
  const moment = momentAt(wall, zone)
  return moment.ok ? moment.iso : ""
}
