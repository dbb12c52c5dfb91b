/** The calendars that can be subscribed to. */

import { absolute } from "../../absolute.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"

export const FEED_COUNTRIES = ["ee", "lv", "lt"] as const

export type FeedCountry = (typeof FEED_COUNTRIES)[number]

/** All public events, or those of a country. */
export const feedPath = (country?: FeedCountry) =>
  country ? `/calendar/${country}.ics` : "/calendar.ics"

/** A team's public events. */
export const teamFeedPath = (slug: string) => `/teams/${slug}/calendar.ics`

/** Where the calendar is read from. */
export const feedAddress = (path: string, locale: Locale): string =>
  absolute(localePath(path, locale))

/** The address that calendar applications subscribe to when it is opened. */
export const subscribeLink = (path: string, locale: Locale): string =>
  feedAddress(path, locale).replace(/^https?:/, "webcal:")

/** The page of Google's that subscribes to it: nothing on an Android phone opens `webcal:`. */
export const googleSubscribeLink = (path: string, locale: Locale): string =>
  `https://calendar.google.com/calendar/render?cid=${encodeURIComponent(subscribeLink(path, locale))}`
