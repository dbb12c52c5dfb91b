/** Calendars as iCalendar files (RFC 5545). */
import { SITE } from "../../site.ts"
import { escapeText, icsFile, localTime, utcTime } from "./ics-text.ts"
import { icsZone } from "./ics-zone.ts"
import { momentsAt, wallTime } from "./zone.ts"

export interface IcsEvent {
  uid: string
  /** Moments are ISO. */
  start: string
  end: string
  /** IANA name. */
  timeZone: string
  createdAt: string
  updatedAt: string
  /** How often it was changed. */
  revision: number
  isCancelled: boolean
  summary: string
  description: string
  location: string | null
  url: string
  categories: string[]
}

export interface IcsCalendar {
  name: string
  /** BCP 47 */
  language: string
  /** Where the file itself is, for those that subscribe. */
  source: string
  events: IcsEvent[]
}

/** How often to look for what is new. */
const REFRESH = "PT4H"

/**
 * Whether the clock's time tells the moment. In the hour that comes twice it does not: iCalendar means the
 * first, and software that reads it takes either.
 */
const isTold = (iso: string, timeZone: string): boolean =>
  momentsAt(wallTime(Date.parse(iso), timeZone), timeZone)?.length === 1

function times({ start, end, timeZone }: IcsEvent): string[] {
  const isLocal = isTold(start, timeZone) && isTold(end, timeZone)
  const time = (name: string, iso: string) =>
    isLocal
      ? `${name};TZID=${timeZone}:${localTime(wallTime(Date.parse(iso), timeZone))}`
      : `${name}:${utcTime(iso)}`
  // An end must be later than the start; without one, the event ends when it starts.
  return end > start ? [time("DTSTART", start), time("DTEND", end)] : [time("DTSTART", start)]
}

function eventLines(event: IcsEvent): string[] {
  const { description, location, categories } = event
  return [
    "BEGIN:VEVENT",
    `UID:${event.uid}`,
    `DTSTAMP:${utcTime(event.updatedAt)}`,
    `CREATED:${utcTime(event.createdAt)}`,
    `LAST-MODIFIED:${utcTime(event.updatedAt)}`,
    `SEQUENCE:${event.revision}`,
    `STATUS:${event.isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    ...times(event),
    `SUMMARY:${escapeText(event.summary)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    ...(location ? [`LOCATION:${escapeText(location)}`] : []),
    `URL:${event.url}`,
    ...(categories.length > 0 ? [`CATEGORIES:${categories.map(escapeText).join(",")}`] : []),
    "END:VEVENT",
  ]
}

/** The file with these events and the time zones that they are in. */
export function icsCalendar({ name, language, source, events }: IcsCalendar): string {
  const zones = Map.groupBy(events, ({ timeZone }) => timeZone)
  return icsFile([
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${SITE.name}//Events//${language.toUpperCase()}`,
    "CALSCALE:GREGORIAN",
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `SOURCE;VALUE=URI:${source}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...[...zones].flatMap(([zone, there]) =>
      icsZone(
        zone,
        there.flatMap(({ start, end }) => [start, end]),
      ),
    ),
    ...events.flatMap(eventLines),
    "END:VCALENDAR",
  ])
}
