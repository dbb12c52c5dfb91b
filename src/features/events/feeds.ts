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

/** The address that calendar applications subscribe to when it is opened. */
export const subscribeLink = (path: string, locale: Locale): string =>
  absolute(localePath(path, locale)).replace(/^https?:/, "webcal:")
