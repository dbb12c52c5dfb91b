/** Paths of the calendar feeds, and links to subscribe to them. */
import type { Country } from "../../../countries.ts"
import { getLocalDay } from "../../../i18n/dates.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { cutText } from "../../../shared/description.ts"
import { toAbsoluteUrl } from "../../../site.ts"
import type { PublicEvent } from "../event.ts"
import { toIcalFormat } from "../series/rule.ts"

export const feedPath = (country?: Country) =>
  country ? `/calendar/${country}.ics` : "/calendar.ics"

export const teamFeedPath = (slug: string) => `/teams/${slug}/calendar.ics`

export const releaseFeedPath = (artistSlug?: string) =>
  artistSlug ? `/music/${artistSlug}/releases.ics` : "/calendar/releases.ics"

export const feedUrl = (path: string, locale: Locale): string =>
  toAbsoluteUrl(localePath(path, locale))

export const subscribeLink = (path: string, locale: Locale): string =>
  feedUrl(path, locale).replace(/^https?:/, "webcal:")

const GOOGLE_CALENDAR_URL = "https://calendar.google.com/calendar/render"

/**
 * Returns a link that subscribes to a feed in Google Calendar, for Android devices that have no app for `webcal:`
 * links.
 */
export const googleSubscribeLink = (path: string, locale: Locale): string =>
  `${GOOGLE_CALENDAR_URL}?cid=${encodeURIComponent(subscribeLink(path, locale))}`

const MAX_DESCRIPTION_LENGTH = 800

/** Returns a link that adds an event to Google Calendar. `url` is the event's page. */
export function googleLink(event: PublicEvent, url: string): string {
  const shortDescription = cutText(event.description ?? "", MAX_DESCRIPTION_LENGTH)
  // Google expects days for an all-day event, and the day after the last as its end.
  const formatTime = (iso: string) =>
    toIcalFormat(event.is_all_day ? getLocalDay(iso, event.time_zone) : new Date(iso).toISOString())
  const query = new URLSearchParams({
    action: "TEMPLATE",
    text: event.title,
    dates: `${formatTime(event.start_date)}/${formatTime(event.end_date)}`,
    ctz: event.time_zone,
    details: [shortDescription, url].filter(Boolean).join("\n\n"),
    location: [event.location, event.address].filter(Boolean).join(", "),
  })
  return `${GOOGLE_CALENDAR_URL}?${query}`
}
