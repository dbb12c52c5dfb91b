/** An event as people tell of it in a chat: what, when, where, and the way to it. */
import { BALTIC_TIME } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { haveSameClocks } from "../../shared/zone.ts"
import { eventIn, type PublicEvent } from "./event.ts"
import { whenOf } from "./when.ts"

export type Announced = Pick<
  PublicEvent,
  | "title"
  | "description"
  | "language"
  | "translations"
  | "start_date"
  | "end_date"
  | "time_zone"
  | "is_all_day"
  | "location"
>

/** Its title, when it is by the clocks there, and where. */
export function textParts(event: Announced, locale: Locale) {
  const { date, time, zone } = whenOf(event, locale)
  // Whoever reads it lives by Baltic clocks, and need not be told of them.
  const isElsewhere = zone !== null && !haveSameClocks(event.time_zone, BALTIC_TIME)
  const when = [date, time].filter(Boolean).join(", ")
  return {
    title: eventIn(event, locale).title,
    when: isElsewhere ? `${when} (${zone})` : when,
    where: event.location,
  }
}

export function eventText(event: PublicEvent, locale: Locale, t: Translate, url: string): string {
  const { title, when, where } = textParts(event, locale)
  const status = event.is_cancelled && t("calendar:event.cancelledText")
  return [title, status, when, where, url].filter(Boolean).join("\n")
}
