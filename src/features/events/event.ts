/** Helpers that pages and the browser use to show an event. */
import { dayOf } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import { INTL_LOCALES, type Locale } from "../../i18n/locales.ts"
import { inLocale } from "../../i18n/translation.ts"
import type { PublicEvent } from "./schema.ts"

export type { PublicEvent } from "./schema.ts"

export type EventTexts = Pick<PublicEvent, "title" | "description" | "language" | "translations">

/** Removes the asterisks of Markdown bold, which people type out of habit: event texts are plain. */
const withoutBold = (text: string) => text.replace(/\*\*(?=\S)(.{1,200}?)(?<=\S)\*\*/g, "$1")

/** Returns an event with its texts in the reader's language; `descriptionLanguage` may differ from `language`. */
export function localizedEvent<Event extends EventTexts>(event: Event, locale: Locale) {
  const shown = inLocale(event, locale)
  // When only the title is translated, shows the original description.
  const { description, language } = shown.description ? shown : event
  return {
    ...shown,
    description: description && withoutBold(description),
    descriptionLanguage: language,
  }
}

export const eventPath = (slug: string) => `/events/${slug}`

/** Returns the path of the event's calendar file. */
export const eventFile = (slug: string) => `/events/${slug}.ics`

/** Value of the parameter `team` for all teams of the viewer, in calendar URLs. No team may have this slug. */
export const MINE = "mine"

export const teamPath = (slug: string) => `/teams/${slug}`

/** Returns whether an event is over at a moment, in milliseconds. */
export const isOver = ({ end_date }: Pick<PublicEvent, "end_date">, now: number): boolean =>
  Date.parse(end_date) < now

/** Returns a link that searches for a place on OpenStreetMap. */
export function mapLink(
  location: string,
  { country }: Pick<PublicEvent, "country">,
  t: Translate,
): string {
  const query = country ? `${location}, ${t(`common:countries.${country}`)}` : location
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`
}

/** Returns whether an event was posted by the site's editors. Only such events announce that sign-up opens later. */
export const isPostedBySiteEditors = ({ team_id }: Pick<PublicEvent, "team_id">): boolean =>
  team_id === null

/** Returns the number of free places; offered places are not free. Null without a limit or without counts. */
export const placesLeft = ({
  max_participants: places,
  signups,
}: Pick<PublicEvent, "max_participants" | "signups">): number | null =>
  places === null || signups.is_counted === false
    ? null
    : Math.max(places - signups.going - signups.offered, 0)

/** Removes the counts of sign-ups. They would be outdated on a site that is rebuilt every few hours only (decision 67). */
export const withoutCounts = <Event extends Pick<PublicEvent, "signups">>(event: Event): Event => ({
  ...event,
  signups: {
    ...event.signups,
    ...{ going: 0, offered: 0, interested: 0, waiting: 0, came: 0, is_counted: false },
  },
})

/** Returns the number of places in words. */
export const capacityText = (
  { max_participants }: Pick<PublicEvent, "max_participants">,
  t: Translate,
): string =>
  max_participants === null
    ? t("home:events.open")
    : t("home:events.places", { count: max_participants })

export type Timed = Pick<PublicEvent, "start_date" | "end_date" | "time_zone"> &
  Partial<Pick<PublicEvent, "is_all_day">>

export const CLOCK = { hour: "numeric", minute: "2-digit" } as const

const formats = new Map<string, Intl.DateTimeFormat>()

export function formatOf(locale: Locale, timeZone: string, options: Intl.DateTimeFormatOptions) {
  const key = JSON.stringify([locale, timeZone, options])
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(INTL_LOCALES[locale], { ...options, timeZone })
  formats.set(key, format)
  return format
}

/** Returns whether an event starts and ends on the same day in its own time zone. */
export const isOfOneDay = (event: Timed): boolean =>
  dayOf(event.start_date, event.time_zone) === dayOf(lastMoment(event), event.time_zone)

/** Returns an ISO moment on the last day. An all-day event ends when the day after its last one begins. */
export const lastMoment = ({ end_date, is_all_day }: Timed): string =>
  is_all_day ? new Date(Date.parse(end_date) - 1).toISOString() : end_date
