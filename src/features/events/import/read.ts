/**
 * Reads calendars (RFC 5545). A calendar can be made to take forever: the host reads members' calendars in a child
 * process (`netlify/lib/child/texts.ts`).
 */
import ICAL from "ical.js"
import { RRuleTemporal } from "rrule-temporal"
import { dayOf } from "../../../i18n/dates.ts"
import { withoutHiddenCharacters } from "../../../plain-text.ts"
import { dayEnd, dayStart, momentsAt, offsetAt } from "../feeds/zone.ts"
import { DEFAULT_TIME_ZONE, EVENT_LIMITS } from "../schema.ts"
import { type FoundEvents, IMPORT_LIMITS, type ImportedEvent, importedEvent } from "./schema.ts"

const HOUR = 3_600_000
const DAY = 24 * HOUR
/** How far ahead dates of what repeats are taken over, as there are rows of our own series. */
const AHEAD = 366 * DAY

/** The events of a calendar. */
export type Found = Omit<FoundEvents, "events"> & { events: ImportedEvent[] }

/** Time zones that clocks here know, ours first. */
const ZONES = [DEFAULT_TIME_ZONE, ...Intl.supportedValuesOf("timeZone")]

/** The zone of a name, also where something stands before it: `/mozilla.org/20050126_1/Europe/Riga`. */
function namedZone(name: string): string | undefined {
  const tail = /[A-Za-z_]+\/[A-Za-z_]+(\/[A-Za-z_]+)?$/.exec(name)?.[0] ?? name
  try {
    return new Intl.DateTimeFormat("en", { timeZone: tail }).resolvedOptions().timeZone && tail
  } catch {
    return undefined
  }
}

/** The zone whose clocks a calendar describes under a name of its own: "FLE Standard Time". */
function zoneLike(described: ICAL.Component): string | undefined {
  const zone = new ICAL.Timezone(described)
  const year = new Date().getUTCFullYear()
  const offsets = Array.from({ length: 12 }, (_, month) => {
    const time = new ICAL.Time(
      { year, month: month + 1, day: 15, hour: 12 },
      ICAL.Timezone.localTimezone,
    )
    return { moment: Date.UTC(year, month, 15), offset: zone.utcOffset(time) * 1000 }
  })
  return ZONES.find((name) =>
    offsets.every(({ moment, offset }) => offsetAt(moment, name) === offset),
  )
}

const textOf = (component: ICAL.Component, name: string): string => {
  const value = component.getFirstPropertyValue(name)
  return typeof value === "string" ? value : ""
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: " " }

/** What some calendars write as HTML. */
const plainText = (text: string): string =>
  text
    .replace(/<br\s*\/?>|<\/(p|div|li)>/gi, "\n")
    .replace(/<\/?[a-z][^>]*>/gi, "")
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (entity, name: string) => ENTITIES[name] ?? entity)

const cut = (text: string, most: number): string => {
  const clean = withoutHiddenCharacters(plainText(text)).trim()
  return clean.length > most ? `${clean.slice(0, most - 1).trimEnd()}…` : clean
}

/** A date or a moment as a calendar writes it. */
interface Point {
  /** Milliseconds. */
  moment: number
  isDay: boolean
  zone: string
}

/** Which occurrence of something that repeats a moment is, in its UID. */
const occurrence = ({ moment, isDay, zone }: Point): string => {
  const iso = new Date(moment).toISOString()
  return (isDay ? dayOf(iso, zone) : iso.slice(0, "2026-11-27T17:00:00".length)).replace(
    /[-:]/g,
    "",
  )
}

/** Returns functions that read the entries of one calendar, by its own zones. */
function readerOf(calendar: ICAL.Component) {
  const isCancelled = textOf(calendar, "method").toUpperCase() === "CANCEL"
  const usual = namedZone(textOf(calendar, "x-wr-timezone")) ?? DEFAULT_TIME_ZONE
  const described = new Map(
    calendar.getAllSubcomponents("vtimezone").map((zone) => [textOf(zone, "tzid"), zone]),
  )
  const zones = new Map<string, string>()

  function zoneOf(name: string): string {
    const known = zones.get(name)
    if (known) return known
    const description = described.get(name)
    const zone = namedZone(name) ?? (description && zoneLike(description)) ?? usual
    zones.set(name, zone)
    return zone
  }

  function pointOf(time: ICAL.Time, tzid: unknown): Point {
    const day = [time.year, time.month, time.day]
      .map((number, index) => String(number).padStart(index === 0 ? 4 : 2, "0"))
      .join("-")
    // Midnight of no zone stands for the whole day.
    const zone = typeof tzid === "string" ? zoneOf(tzid) : usual
    if (time.isDate) return { moment: Date.parse(dayStart(day, zone)), isDay: true, zone }
    const clock = [time.hour, time.minute, time.second].map((n) => String(n).padStart(2, "0"))
    const wall = `${day}T${clock.join(":")}`
    if (time.zone === ICAL.Timezone.utcTimezone) {
      return { moment: Date.parse(`${wall}Z`), isDay: false, zone: usual }
    }
    const asUtc = Date.parse(`${wall}Z`)
    // In the hour that spring leaves out, clocks show the one after it.
    const [moment = asUtc - offsetAt(asUtc - DAY, zone)] = momentsAt(wall, zone) ?? []
    return { moment, isDay: false, zone }
  }

  function pointsOf(component: ICAL.Component, name: string): Point[] {
    return component.getAllProperties(name).flatMap((property) =>
      property.getValues().flatMap((value) => {
        const time = value instanceof ICAL.Period ? value.start : value
        return time instanceof ICAL.Time ? [pointOf(time, property.getParameter("tzid"))] : []
      }),
    )
  }

  const pointIn = (component: ICAL.Component, name: string): Point | undefined =>
    pointsOf(component, name)[0]

  /** How long an entry is, in milliseconds. */
  function lengthOf(entry: ICAL.Component, start: Point): number {
    const end = pointIn(entry, "dtend")
    if (end) return Math.max(0, end.moment - start.moment)
    const duration = entry.getFirstPropertyValue("duration")
    if (duration instanceof ICAL.Duration) return Math.max(0, duration.toSeconds() * 1000)
    return start.isDay ? DAY : 0
  }

  /** The dates of what repeats, within the year ahead. */
  function datesOf(entry: ICAL.Component, start: Point, length: number, now: number): Point[] {
    const rule = entry.getFirstPropertyValue("rrule")
    const left = new Set(pointsOf(entry, "exdate").map(({ moment }) => moment))
    const first = occurrence(start)
    const wall = new Date(start.moment + offsetAt(start.moment, start.zone))
      .toISOString()
      .slice(0, "2026-11-27T17:00:00".length)
      .replace(/[-:]/g, "")
    const text = String(rule).replace(
      /;?(UNTIL)=(\d{8})(?=;|$)/,
      start.isDay ? ";$1=$2" : ";$1=$2T235959Z",
    )
    const dates = rule
      ? new RRuleTemporal({
          rruleString: start.isDay
            ? `DTSTART;VALUE=DATE:${first}\nRRULE:${text}`
            : `DTSTART;TZID=${start.zone}:${wall}\nRRULE:${text}`,
          maxCandidateEvaluations: 10_000,
        }).between(new Date(now - length - DAY), new Date(now + AHEAD), true)
      : []
    const points = dates.map((date): Point => {
      const moment = start.isDay
        ? Date.parse(dayStart(date.toString().slice(0, "2026-11-27".length), start.zone))
        : date.epochMilliseconds
      return { ...start, moment }
    })
    const all = [...points, ...pointsOf(entry, "rdate"), ...(rule ? [] : [start])]
    const byMoment = new Map(all.map((point) => [point.moment, { ...start, moment: point.moment }]))
    return [...byMoment.values()].filter(({ moment }) => !left.has(moment))
  }

  /** An entry as an event of ours, undefined where that cannot be. */
  function eventOf(
    entry: ICAL.Component,
    uid: string,
    { moment, isDay, zone }: Point,
    length: number,
  ): ImportedEvent | undefined {
    const start = new Date(moment).toISOString()
    const last = new Date(moment + Math.max(length - HOUR * 2, HOUR)).toISOString()
    const address = textOf(entry, "url")
    const fields = {
      uid,
      title: cut(textOf(entry, "summary"), EVENT_LIMITS.title),
      description: cut(textOf(entry, "description"), EVENT_LIMITS.description),
      start_date: start,
      end_date: isDay ? dayEnd(dayOf(last, zone), zone) : new Date(moment + length).toISOString(),
      time_zone: zone,
      is_all_day: isDay,
      location: cut(textOf(entry, "location"), EVENT_LIMITS.location),
      registration_url: /^https?:\/\//.test(address) && address.length <= 300 ? address : null,
      is_cancelled: isCancelled || textOf(entry, "status").toUpperCase() === "CANCELLED",
    }
    return importedEvent.safeParse(fields).data
  }

  return { pointIn, lengthOf, datesOf, eventOf }
}

/** Entries by their UID: what they repeat, and dates that were changed by themselves. */
function byUid(entries: ICAL.Component[]) {
  const groups = new Map<string, { masters: ICAL.Component[]; changed: ICAL.Component[] }>()
  for (const entry of entries) {
    const uid = textOf(entry, "uid")
    const group = groups.get(uid) ?? { masters: [], changed: [] }
    group[entry.hasProperty("recurrence-id") ? "changed" : "masters"].push(entry)
    groups.set(uid, group)
  }
  return groups
}

/** The calendars of a text; null where it is none. */
function calendarsIn(text: string): ICAL.Component[] | null {
  try {
    const parsed: unknown = ICAL.parse(text)
    const roots = (
      Array.isArray(parsed) && Array.isArray(parsed[0]) ? parsed : [parsed]
    ) as unknown[][]
    const calendars = roots.map((root) => new ICAL.Component(root))
    return calendars.some(({ name }) => name === "vcalendar") ? calendars : null
  } catch {
    return null
  }
}

/**
 * Returns the events of a calendar that are not over, soonest first, at most as many as one import takes; null
 * for a text that is no calendar. Each date of a repeating entry in the year ahead is an event.
 */
export function readCalendar(text: string, now = Date.now()): Found | null {
  const calendars = calendarsIn(text)
  if (!calendars) return null
  const found = new Map<string, ImportedEvent>()
  let unusable = 0
  for (const calendar of calendars) {
    const entries = calendar.getAllSubcomponents("vevent")
    const { pointIn, lengthOf, datesOf, eventOf } = readerOf(calendar)
    const add = (entry: ICAL.Component, uid: string, start: Point, length: number) => {
      const event = eventOf(entry, uid, start, length)
      if (event) found.set(uid, event)
      else unusable += 1
    }
    for (const [uid, { masters, changed }] of byUid(entries)) {
      try {
        for (const entry of masters) {
          const start = pointIn(entry, "dtstart")
          if (!start || !uid) {
            unusable += 1
            continue
          }
          const length = lengthOf(entry, start)
          const repeats = entry.hasProperty("rrule") || entry.hasProperty("rdate")
          for (const date of repeats ? datesOf(entry, start, length, now) : [start]) {
            add(entry, repeats ? `${uid} ${occurrence(date)}` : uid, date, length)
          }
        }
        for (const entry of changed) {
          const date = pointIn(entry, "recurrence-id")
          const start = pointIn(entry, "dtstart") ?? date
          if (date && start) add(entry, `${uid} ${occurrence(date)}`, start, lengthOf(entry, start))
        }
      } catch {
        // A rule that there cannot be.
        unusable += 1
      }
    }
  }
  const all = [...found.values()].sort((a, b) => a.start_date.localeCompare(b.start_date))
  const coming = all.filter(({ end_date }) => Date.parse(end_date) > now)
  return {
    events: coming.slice(0, IMPORT_LIMITS.events),
    past: all.length - coming.length,
    more: Math.max(0, coming.length - IMPORT_LIMITS.events),
    unusable,
  }
}
