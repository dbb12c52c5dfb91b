/** Events as an iCalendar file (RFC 5545). */
import { TZDate } from "@date-fns/tz"
import ical, { type ICalCalendar, ICalEventStatus } from "ical-generator"
import { tzlib_get_ical_block } from "timezones-ical-library"
import { dayOf } from "../../../i18n/dates.ts"
import type { Translate } from "../../../i18n/keys.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { beginning } from "../../../shared/description.ts"
import { momentsAt, rememberedByZone, wallTime } from "../../../shared/zone.ts"
import { SITE } from "../../../site.ts"
import { eventIn, eventPath, type PublicEvent, placeOf, teamPath } from "../event.ts"
import { repetitionOf } from "./repetition.ts"

/** How often to look for what is new, in seconds. */
const REFRESH = 4 * 60 * 60

/** iCalendar has no way of writing other control characters. */
const withoutControls = (text: string) => text.replace(/[^\P{Cc}\t\r\n]/gu, "")

/** Returns the VTIMEZONE of a zone, under the name it was looked up by; null for a zone without one. */
const zoneBlock = rememberedByZone((timeZone): string | null => {
  const [block] = tzlib_get_ical_block(timeZone)
  return block?.replace(/^TZID:.*$/m, `TZID:${timeZone}`) ?? null
})

/**
 * Whether the clock's time names one moment. In the hour that comes twice it does not: iCalendar means the
 * first, and software that reads it takes either.
 */
const isUnambiguous = (iso: string, timeZone: string): boolean =>
  momentsAt(wallTime(Date.parse(iso), timeZone), timeZone)?.length === 1

/** Returns the text of an entry. It ends with the page's address, which not every calendar shows otherwise. */
function describe(event: PublicEvent, url: string, { t, descriptionMax = Infinity }: Feed): string {
  const facts = [
    event.prize && t("home:events.prize", { prize: event.prize }),
    event.registration_url && `${t("home:events.register")}: ${event.registration_url}`,
  ]
  const description = event.description ?? ""
  const isCut = description.length > descriptionMax
  const about = beginning(description, descriptionMax) + (isCut ? "…" : "")
  return [about, facts.filter(Boolean).join("\n"), url].filter(Boolean).join("\n\n")
}

/** The day there, as the library writes a day when it knows no zone. */
const dayAt = (iso: string, timeZone: string) => new TZDate(`${dayOf(iso, timeZone)}T00:00Z`, "UTC")

/** What calendars show of an event, but for when it is. */
function shownOf(original: FeedEvent, feed: Feed, page: string) {
  const { locale, t, absolute } = feed
  const event = eventIn(original, locale)
  const url = absolute(localePath(page, locale))
  const categories = [
    "K-pop",
    ...(event.country ? [t(`common:countries.${placeOf(event)}`)] : []),
    ...(event.team_name ? [event.team_name] : []),
  ]
  return {
    status: event.is_cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    summary: withoutControls(event.title),
    description: withoutControls(describe(event, url, feed)),
    location: withoutControls([event.location, event.address].filter(Boolean).join(", ")) || null,
    url,
    categories: categories.map((name) => ({ name: withoutControls(name) })),
  }
}

/** Whether both its moments can be written by the clocks of its zone. */
const isLocal = ({ start_date, end_date, time_zone, is_all_day }: FeedEvent): boolean =>
  !is_all_day &&
  isUnambiguous(start_date, time_zone) &&
  isUnambiguous(end_date, time_zone) &&
  zoneBlock(time_zone) !== null

function timesOf(event: FeedEvent) {
  const { start_date: start, end_date: end, time_zone: zone, is_all_day: isAllDay } = event
  return {
    // Without a zone, moments are written in UTC.
    timezone: isLocal(event) ? zone : null,
    allDay: isAllDay,
    start: isAllDay ? dayAt(start, zone) : new TZDate(start, zone),
    // An end must be later than the start; without one, the event ends when it starts.
    end: isAllDay ? dayAt(end, zone) : end > start ? new TZDate(end, zone) : null,
  }
}

/** Not the site's host name: an event stays the same one if the site moves. */
const uidOf = (id: string) => `${id}@${SITE.calendarId}`

/** A team's own event has no page. */
const pageOf = ({ event_type, slug }: FeedEvent) =>
  event_type === "team" ? "/calendar" : eventPath(slug)

/** An event as an entry of a calendar. */
const entryOf = (event: FeedEvent, feed: Feed, page = pageOf(event)) => ({
  id: uidOf(event.id),
  stamp: new Date(event.updated_at),
  created: new Date(event.created_at),
  lastModified: new Date(event.updated_at),
  sequence: event.revision,
  ...timesOf(event),
  ...shownOf(event, feed, page),
})

/** Writes the dates of a series as one entry that repeats, and what differs beside it. */
function addSeries(calendar: ICalCalendar, dates: FeedEvent[], feed: Feed): void {
  const [{ team_slug, event_type, series } = {}] = dates
  // One address for all dates: where the team tells of those that are next.
  const page = team_slug && event_type !== "team" ? teamPath(team_slug) : "/calendar"
  const shown = (event: FeedEvent) => JSON.stringify(shownOf(event, feed, page))
  const isWritable = dates.every((event) => event.is_all_day || isLocal(event))
  const repeated =
    isWritable && series && repetitionOf(dates, (one, other) => shown(one) === shown(other))
  if (!repeated) {
    for (const event of dates) calendar.createEvent(entryOf(event, feed))
    return
  }
  const { first, lines, changed } = repeated
  const id = uidOf(series.id)
  calendar.createEvent({
    ...entryOf(first, feed, page),
    id,
    // More dates make another entry of it, too.
    sequence: Math.max(...dates.map(({ revision }) => revision)),
    lastModified: new Date(Math.max(...dates.map((date) => Date.parse(date.updated_at)))),
    repeating: lines.join("\r\n"),
  })
  for (const { event, instead } of changed) {
    const recurrenceId = new TZDate(instead, event.time_zone)
    calendar.createEvent({ ...entryOf(event, feed), id, recurrenceId })
  }
}

type FeedEvent = PublicEvent & { event_type?: string }

interface Feed {
  locale: Locale
  /** Its texts. */
  t: Translate
  /** A path as an address of the site. */
  absolute: (path: string) => string
  /** As on the English site. */
  path: string
  name: string
  /** Longest description in characters; the event's page has all of it. */
  descriptionMax?: number
}

/**
 * Moves the refresh properties in front of the time zones, where the library writes them behind: a calendar's
 * properties come before its components (RFC 5545, 3.6).
 */
const withPropertiesFirst = (text: string) =>
  text.replace(
    /^(BEGIN:VTIMEZONE\r\n.*?END:VTIMEZONE\r\n)(REFRESH-INTERVAL\S*\r\nX-PUBLISHED-TTL\S*\r\n)/ms,
    "$2$1",
  )

/** Returns the calendar of these events in the reader's language, with the time zones that they are in. */
export function calendarFile(events: FeedEvent[], feed: Feed): Response {
  const { locale, absolute, path, name } = feed
  const calendar = ical({
    prodId: { company: SITE.name, product: "Events", language: locale.toUpperCase() },
    name: withoutControls(name),
    source: absolute(localePath(path, locale)),
    ttl: REFRESH,
    timezone: { name: null, generator: zoneBlock },
  })
  // An event by itself is a series of its own.
  const series = Map.groupBy(events, (event) => event.series?.id ?? event.id)
  for (const dates of series.values()) addSeries(calendar, dates, feed)
  // The library omits the end of the last line.
  return new Response(withPropertiesFirst(`${calendar}\r\n`), {
    headers: { "content-type": "text/calendar; charset=utf-8" },
  })
}
