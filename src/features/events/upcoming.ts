/** Which events of a page that may be days old are still to come. */
import { dayOf } from "../../i18n/dates.ts"

export const EVENTS_SHOWN = 8

export interface Dated {
  /** The day it starts, in its own zone, as `YYYY-MM-DD`. */
  day: string
  timeZone: string
}

/** For each event, soonest first, whether it is shown: it starts today or later, and is among the first eight. */
export function areShown(events: Dated[], now: string): boolean[] {
  let left = EVENTS_SHOWN
  return events.map(({ day, timeZone }) => day >= dayOf(now, timeZone) && left-- > 0)
}

export function showUpcomingEvents(): void {
  const list = document.querySelector<HTMLElement>("[data-events]")
  if (!list) return
  const rows = [...list.querySelectorAll<HTMLElement>("[data-day]")]
  const events = rows.map(({ dataset: { day = "", zone = "UTC" } }) => ({ day, timeZone: zone }))
  const shown = areShown(events, new Date().toISOString())
  rows.forEach((row, i) => {
    row.hidden = !shown[i]
  })
  const isEmpty = !shown.includes(true)
  list.hidden = isEmpty
  const empty = list.parentElement?.querySelector<HTMLElement>("[data-empty]")
  if (empty) empty.hidden = !isEmpty
}
