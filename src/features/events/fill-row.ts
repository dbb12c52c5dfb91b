/** Puts an event into a copy of `EventRow`. */
import { dayOf } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { eventPath, type PublicEvent } from "./event.ts"
import { placesOf } from "./places.ts"
import { rowClass, rowTexts } from "./row.ts"

/** The row is the template's, with every part. */
export function fillRow(row: HTMLElement, event: PublicEvent, t: Translate): void {
  const locale = pageLocale()
  const field = (name: string) => row.querySelector<HTMLElement>(`[data-field="${name}"]`)
  const fill = (name: string, text: string) => {
    const element = field(name)
    if (element) element.textContent = text
    return element
  }
  const keep = (name: string, isKept: boolean) => {
    if (!isKept) field(name)?.remove()
  }
  const { is_cancelled, registration_url, description, prize } = event

  row.className = rowClass(event)
  Object.assign(row.dataset, {
    event: event.id,
    updated: event.updated_at,
    day: dayOf(event.start_date, event.time_zone),
    zone: event.time_zone,
    ends: event.end_date,
  })
  row.querySelector("time")?.setAttribute("datetime", event.start_date)
  const { day, month, place } = rowTexts(event, locale)
  fill("day", day)
  fill("month", month)
  fill("title", event.title)?.setAttribute("href", localePath(eventPath(event.slug), locale))
  keep("featured", event.featured)
  fill("place", place)
  fill("about", description ?? "")
  keep("about", description !== null && description !== "")
  fill("prize", t("home:events.prize", { prize: prize ?? "" }))
  keep("prize", prize !== null && prize !== "")
  keep("cancelled", is_cancelled)
  fill("places", placesOf(event, t))
  keep("places", !is_cancelled)

  const register = field("register")
  register?.classList.toggle("btn-ghost", !event.featured)
  register?.setAttribute("aria-label", t("home:events.registerFor", { title: event.title }))
  if (registration_url) register?.setAttribute("href", registration_url)
  keep("register", !is_cancelled && Boolean(registration_url))
  keep("tba", !is_cancelled && !registration_url)
}
