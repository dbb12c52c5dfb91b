/** The calendars that can be subscribed to, and the links that do it. */
import type { Country } from "../../../countries.ts"
import { dayOf } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { beginning } from "../../../shared/description.ts"
import { absolute } from "../../../site.ts"
import type { PublicEvent } from "../event.ts"

/** All public events, or those of a country. */
export const feedPath = (country?: Country) =>
  country ? `/calendar/${country}.ics` : "/calendar.ics"

/** A team's public events. */
export const teamFeedPath = (slug: string) => `/teams/${slug}/calendar.ics`

/** Where the calendar is read from. */
export const feedAddress = (path: string, locale: Locale): string =>
  absolute(localePath(path, locale))

/** The address that calendar applications subscribe to when it is opened. */
export const subscribeLink = (path: string, locale: Locale): string =>
  feedAddress(path, locale).replace(/^https?:/, "webcal:")

const GOOGLE = "https://calendar.google.com/calendar/render"

/** The page of Google's that subscribes to it: nothing on an Android phone opens `webcal:`. */
export const googleSubscribeLink = (path: string, locale: Locale): string =>
  `${GOOGLE}?cid=${encodeURIComponent(subscribeLink(path, locale))}`

/** Longer addresses are cut off on their way. */
const DETAILS_MAX = 800

type Linked = Pick<
  PublicEvent,
  | "title"
  | "description"
  | "start_date"
  | "end_date"
  | "time_zone"
  | "is_all_day"
  | "location"
  | "address"
>

/** `20261127T150000Z` */
const utcTime = (iso: string) => `${new Date(iso).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`

/** Opens Google's form for a new event, filled in; `url` leads back to the event's page. */
export function googleLink(event: Linked, url: string): string {
  const about = beginning(event.description ?? "", DETAILS_MAX)
  // Without hours, the days up to the one after the last.
  const time = (iso: string) =>
    event.is_all_day ? dayOf(iso, event.time_zone).replaceAll("-", "") : utcTime(iso)
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: event.title,
    dates: `${time(event.start_date)}/${time(event.end_date)}`,
    ctz: event.time_zone,
    details: [about, url].filter(Boolean).join("\n\n"),
    location: [event.location, event.address].filter(Boolean).join(", "),
  })
  return `${GOOGLE}?${query}`
}
