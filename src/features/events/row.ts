/** An event's row in a list: its texts, for pages and browser alike. */
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { type PublicEvent, placeOf } from "./event.ts"

type Told = Pick<PublicEvent, "start_date" | "time_zone" | "team_name" | "location">

export function rowTexts(event: Told, locale: Locale) {
  const date = (format: "day" | "month" | "weekday" | "time") =>
    formatDate(event.start_date, format, locale, event.time_zone)
  return {
    day: date("day"),
    month: date("month"),
    place: [`${date("weekday")} ${date("time")}`, event.team_name, event.location]
      .filter(Boolean)
      .join(" · "),
  }
}

export const rowClass = (event: Pick<PublicEvent, "country" | "featured">): string =>
  `event place-${placeOf(event)}${event.featured ? " event-featured" : ""}`
