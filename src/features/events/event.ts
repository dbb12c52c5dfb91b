import { getLocalDay, padHours } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import { INTL_LOCALES, type Locale } from "../../i18n/locales.ts"
import { localize } from "../../i18n/translation.ts"
import { eventPath } from "./paths.ts"
import type { PublicEvent } from "./schema.ts"

export type { PublicEvent } from "./schema.ts"
export { eventPath }

export type EventTexts = Pick<PublicEvent, "title" | "description" | "language" | "translations">

/** Removes the asterisks of Markdown bold (`**text**`), which members type although event texts are plain text. */
const removeBoldMarks = (text: string) => text.replace(/\*\*(?=\S)(.{1,200}?)(?<=\S)\*\*/g, "$1")

/**
 * Returns the event with its texts in the page's language. An untranslated description stays in its original language.
 */
export function localizeEvent<Event extends EventTexts>(event: Event, locale: Locale) {
  const localized = localize(event, locale)
  const { description, language } = localized.description ? localized : event
  return {
    ...localized,
    description: description && removeBoldMarks(description),
    descriptionLanguage: language,
  }
}

/** Returns the path that opens an event in "My events", to manage it or to sign up for a team-only event. */
export const managePath = (eventId: string) => `/my-events?event=${eventId}`

/** Returns the path of the event's page. A team-only event has no page, so its path opens it in "My events". */
export const memberEventPath = ({
  id,
  slug,
  event_type,
}: Pick<PublicEvent, "id" | "slug"> & { event_type: string }): string =>
  event_type === "public" ? eventPath(slug) : managePath(id)

export const eventFilePath = (slug: string) => `/events/${slug}.ics`

/**
 * Value of the team or country filter in the URL that stands for the viewer's own teams or country. No team has this
 * slug.
 */
export const VIEWER_FILTER = "mine"

export const teamPath = (slug: string) => `/teams/${slug}`

/** `now` is in milliseconds. */
export const isOver = ({ end_date }: Pick<PublicEvent, "end_date">, now: number): boolean =>
  Date.parse(end_date) < now

/** Puts the city of a location first: "Hanzas Perons, Rīga" becomes "Rīga · Hanzas Perons". */
export function formatLocation(location: string): string {
  const comma = location.lastIndexOf(", ")
  const city = location.slice(comma + 2)
  // A number is a part of an address or a postal code.
  return comma < 0 || /\d/.test(city) ? location : `${city} · ${location.slice(0, comma)}`
}

/** Returns the city at the end of a location, or the whole location if it does not end with a city. */
export const getCity = (location: string): string =>
  formatLocation(location).split(" · ", 1)[0] ?? location

export function createMapLink(
  location: string,
  { country }: Pick<PublicEvent, "country">,
  t: Translate,
): string {
  const query = country ? `${location}, ${t(`common:countries.${country}`)}` : location
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`
}

/**
 * Returns whether the site's editors, and not a team, have posted an event. Only such events announce a later sign-up.
 */
export const isPostedBySiteEditors = ({ team_id }: Pick<PublicEvent, "team_id">): boolean =>
  team_id === null

/** Returns the number of free places, or null if the event has no limit or its sign-ups are not counted. */
export const countFreePlaces = ({
  max_participants: places,
  signups,
}: Pick<PublicEvent, "max_participants" | "signups">): number | null =>
  places === null || signups.is_counted === false
    ? null
    : Math.max(places - signups.going - signups.offered, 0)

/** Removes the numbers of sign-ups, which would be outdated on a site that is built every few hours (decision 67). */
export const removeCounts = <Event extends Pick<PublicEvent, "signups">>(event: Event): Event => ({
  ...event,
  signups: {
    ...event.signups,
    going: 0,
    offered: 0,
    interested: 0,
    waiting: 0,
    came: 0,
    is_counted: false,
  },
})

export const formatCapacity = (
  { max_participants }: Pick<PublicEvent, "max_participants">,
  t: Translate,
): string =>
  max_participants === null
    ? t("home:events.open")
    : t("home:events.places", { count: max_participants })

export type Timed = Pick<PublicEvent, "start_date" | "end_date" | "time_zone"> &
  Partial<Pick<PublicEvent, "is_all_day">>

export const CLOCK_FORMAT = { hour: "numeric", minute: "2-digit" } as const

const formats = new Map<string, Intl.DateTimeFormat>()

export function getDateFormat(
  locale: Locale,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
) {
  const key = JSON.stringify([locale, timeZone, options])
  const language = INTL_LOCALES[locale]
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat(language, { ...padHours(language, options), timeZone })
  formats.set(key, format)
  return format
}

export const isOneDayEvent = (event: Timed): boolean =>
  getLocalDay(event.start_date, event.time_zone) ===
  getLocalDay(getShownEnd(event), event.time_zone)

/**
 * Returns the time (ISO) that is shown as the end of an event. An all-day event ends at the midnight after its last
 * day, so the result is one millisecond before this midnight.
 */
export const getShownEnd = ({ end_date, is_all_day }: Timed): string =>
  is_all_day ? new Date(Date.parse(end_date) - 1).toISOString() : end_date
