/** Creates calendar files (iCalendar, RFC 5545) with events or music releases. */
import { TZDate } from "@date-fns/tz"
import ical, { type ICalCalendar, ICalEventStatus } from "ical-generator"
import { tzlib_get_ical_block } from "timezones-ical-library"
import { getLocalDay } from "../../../i18n/dates.ts"
import type { Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { cutText } from "../../../shared/description.ts"
import { getUtcTimes, getWallTime, memoizeByZone } from "../../../shared/zone.ts"
import { SITE } from "../../../site.ts"
import { artistPath } from "../../artists/paths.ts"
import type { Release } from "../../releases/schema.ts"
import { eventPath, localizeEvent, managePath, type PublicEvent, teamPath } from "../event.ts"
import { findRepetition } from "./repetition.ts"

/** Interval in seconds at which calendar apps should load a feed. */
const REFRESH_SECONDS = 4 * 60 * 60

/** Removes the control characters that iCalendar does not allow: all except tabs and line breaks. */
const removeControls = (text: string) => text.replace(/[^\P{Cc}\t\r\n]/gu, "")

/** Returns the description of a time zone (VTIMEZONE), or null for an unknown time zone. */
const getZoneBlock = memoizeByZone((timeZone): string | null => {
  const [block] = tzlib_get_ical_block(timeZone)
  return block?.replace(/^TZID:.*$/m, `TZID:${timeZone}`) ?? null
})

/**
 * Returns false for a local time that clocks repeat when they are set back. Calendar apps interpret such times
 * differently.
 */
const isUnambiguous = (iso: string, timeZone: string): boolean =>
  getUtcTimes(getWallTime(Date.parse(iso), timeZone), timeZone)?.length === 1

/**
 * Returns the description of an entry. It ends with the page's URL, because some calendar apps do not show the URL
 * field.
 */
function createEntryText(
  event: PublicEvent,
  url: string,
  { t, descriptionMax = Infinity }: Feed,
): string {
  const facts = [
    event.prize && t("home:events.prize", { prize: event.prize }),
    event.registration_url && `${t("signups:signUp")}: ${event.registration_url}`,
  ]
  const description = event.description ?? ""
  const isCut = description.length > descriptionMax
  const shortDescription = cutText(description, descriptionMax) + (isCut ? "…" : "")
  return [shortDescription, facts.filter(Boolean).join("\n"), url].filter(Boolean).join("\n\n")
}

/** Returns the local day of a timestamp as midnight in UTC, which ical-generator writes as a day. */
const toUtcDay = (iso: string, timeZone: string) =>
  new TZDate(`${getLocalDay(iso, timeZone)}T00:00Z`, "UTC")

/** Returns the fields of a calendar entry except its times and revision. `page` is the path that the entry links to. */
function createContent(original: FeedEvent, feed: Feed, page: string) {
  const { locale, t, toUrl } = feed
  const event = localizeEvent(original, locale)
  const url = toUrl(localePath(page, locale))
  const categories = [
    "K-pop",
    ...(event.country ? [t(`common:countries.${event.country}`)] : []),
    ...(event.team_name ? [event.team_name] : []),
  ]
  return {
    status: event.is_cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: removeControls(event.title),
    description: removeControls(createEntryText(event, url, feed)),
    location: removeControls([event.location, event.address].filter(Boolean).join(", ")) || null,
    url,
    categories: categories.map((name) => ({ name: removeControls(name) })),
  }
}

/** Returns whether an entry can have local times with a time zone. Otherwise its times are written in UTC. */
const canUseLocalTimes = ({ start_date, end_date, time_zone, is_all_day }: FeedEvent): boolean =>
  !is_all_day &&
  isUnambiguous(start_date, time_zone) &&
  isUnambiguous(end_date, time_zone) &&
  getZoneBlock(time_zone) !== null

function createTimes(event: FeedEvent) {
  const { start_date: start, end_date: end, time_zone: zone, is_all_day: isAllDay } = event
  // iCalendar requires an end after the start. An event that ends when it starts is written without an end.
  const timedEnd = end > start ? new TZDate(end, zone) : null
  return {
    // ical-generator writes times without a time zone in UTC.
    timezone: canUseLocalTimes(event) ? zone : null,
    allDay: isAllDay,
    start: isAllDay ? toUtcDay(start, zone) : new TZDate(start, zone),
    end: isAllDay ? toUtcDay(end, zone) : timedEnd,
  }
}

/** Returns the UID of an entry. It does not depend on the site's address, so it stays the same if the site moves. */
const createUid = (id: string) => `${id}@${SITE.calendarId}`

/** Returns the path that an entry links to. A team-only event has no page of its own and opens in "My events". */
const getPagePath = ({ id, event_type, slug }: FeedEvent) =>
  event_type === "team" ? managePath(id) : eventPath(slug)

const createEntry = (event: FeedEvent, feed: Feed, page = getPagePath(event)) => ({
  id: createUid(event.id),
  stamp: new Date(event.updated_at),
  created: new Date(event.created_at),
  lastModified: new Date(event.updated_at),
  sequence: event.revision,
  ...createTimes(event),
  ...createContent(event, feed, page),
})

/** Adds a single event or a series. A series becomes one repeating entry if possible. */
function addSeries(calendar: ICalCalendar, dates: FeedEvent[], feed: Feed): void {
  const [{ team_slug, series } = {}] = dates
  // All dates of a repeating entry share one link, to the page of the team or the calendar, which list the next dates.
  const page = team_slug ? teamPath(team_slug) : "/calendar"
  const getContentKey = (event: FeedEvent) => JSON.stringify(createContent(event, feed, page))
  const canRepeat = dates.every((event) => event.is_all_day || canUseLocalTimes(event))
  const repetition =
    canRepeat && series && findRepetition(dates, (a, b) => getContentKey(a) === getContentKey(b))
  if (!repetition) {
    for (const event of dates) calendar.createEvent(createEntry(event, feed))
    return
  }
  const { first, lines, changed } = repetition
  const id = createUid(series.id)
  calendar.createEvent({
    ...createEntry(first, feed, page),
    id,
    sequence: Math.max(...dates.map(({ revision }) => revision)),
    lastModified: new Date(Math.max(...dates.map((date) => Date.parse(date.updated_at)))),
    repeating: lines.join("\r\n"),
  })
  for (const { event, ruleStart } of changed) {
    const recurrenceId = new TZDate(ruleStart, event.time_zone)
    calendar.createEvent({ ...createEntry(event, feed), id, recurrenceId })
  }
}

/** `event_type` is missing for events of public feeds. */
type FeedEvent = PublicEvent & { event_type?: string }

interface Feed {
  locale: Locale
  t: Translate
  toUrl: (path: string) => string
  /** Path of the calendar file without the locale. */
  path: string
  name: string
  descriptionMax?: number
}

/** Moves the refresh properties before the time zones. RFC 5545 (3.6) requires properties before components. */
const movePropertiesFirst = (text: string) =>
  text.replace(
    /^(BEGIN:VTIMEZONE\r\n.*?END:VTIMEZONE\r\n)(REFRESH-INTERVAL\S*\r\nX-PUBLISHED-TTL\S*\r\n)/ms,
    "$2$1",
  )

function createCalendarResponse(
  feed: Feed,
  addEntries: (calendar: ICalCalendar) => void,
): Response {
  const { locale, toUrl, path, name } = feed
  const calendar = ical({
    prodId: { company: SITE.name, product: "Events", language: locale.toUpperCase() },
    name: removeControls(name),
    source: toUrl(localePath(path, locale)),
    ttl: REFRESH_SECONDS,
    timezone: { name: null, generator: getZoneBlock },
  })
  addEntries(calendar)
  // ical-generator omits the line break after the last line.
  return new Response(movePropertiesFirst(`${calendar}\r\n`), {
    headers: { "content-type": "text/calendar; charset=utf-8" },
  })
}

export const createCalendarFile = (events: FeedEvent[], feed: Feed): Response =>
  createCalendarResponse(feed, (calendar) => {
    const series = Map.groupBy(events, (event) => event.series?.id ?? event.id)
    for (const dates of series.values()) addSeries(calendar, dates, feed)
  })

function createReleaseEntry(release: Release, { locale, t, toUrl }: Feed) {
  const { artist_name, artist_slug, title, release_type, note, link_url } = release
  const url = toUrl(localePath(artistPath(artist_slug), locale))
  const type = t(`artists:releases.types.${release_type}`)
  return {
    id: createUid(release.id),
    stamp: new Date(release.updated_at),
    created: new Date(release.created_at),
    lastModified: new Date(release.updated_at),
    allDay: true,
    start: new TZDate(`${release.release_date}T00:00Z`, "UTC"),
    summary: removeControls(`${artist_name}: ${title} (${type})`),
    description: removeControls([note, link_url, url].filter(Boolean).join("\n\n")),
    url,
    categories: ["K-pop", type].map((name) => ({ name: removeControls(name) })),
  }
}

/** Returns a calendar file with music releases. Releases whose day is unknown are left out. */
export const createReleaseFile = (releases: Release[], feed: Feed): Response =>
  createCalendarResponse(feed, (calendar) => {
    for (const release of releases) {
      if (release.date_precision === "day") calendar.createEvent(createReleaseEntry(release, feed))
    }
  })
