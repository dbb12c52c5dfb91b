/** Reads the dates and texts of calendar entries (VEVENT), and creates events from them. */
import { RRuleTemporal } from "rrule-temporal"
import { getDayEnd, getDayStart } from "../../../shared/zone.ts"
import { DEFAULT_TIME_ZONE, EVENT_LIMITS } from "../schema.ts"
import { toIcalFormat } from "../series/rule.ts"
import { type Calendar, type Entry, getText, type Property } from "./content.ts"
import {
  addDays,
  countDaysBetween,
  type Length,
  type Point,
  parseDuration,
  parsePoint,
} from "./points.ts"
import { importedEvent, importedFields, type ReadEvent } from "./schema.ts"
import { cleanDescription, cleanPlainText } from "./texts.ts"
import { type Clocks, createClockFinder, getClocks } from "./zones.ts"

const MS_PER_DAY = 86_400_000
/** Period from now in which the dates of a repeating entry are imported. Later dates are left out. */
const IMPORT_PERIOD_MS = 366 * MS_PER_DAY

/**
 * Returns the parts of a repeat rule in upper case, without spaces, commas at the end, and parts that have no value.
 */
const splitRule = (rule: string): string[] =>
  rule
    .toUpperCase()
    .replace(/\s/g, "")
    .split(";")
    .map((part) => part.replace(/,+$/, ""))
    .filter((part) => /=./.test(part))

/** Properties that determine the dates of an entry. If one of them is damaged, the entry is not imported. */
const DATE_PROPERTIES = ["dtstart", "rrule", "rdate", "exdate", "recurrence-id"]

export const hasReadableDates = ({ damaged }: Entry): boolean =>
  !DATE_PROPERTIES.some((name) => damaged.includes(name))

/** Maximum length of the name of an unknown time zone, which the import dialog shows. */
const MAX_ZONE_NAME_LENGTH = 100

/** Creates the functions that read the entries of a calendar. `readPoint` and `listDates` throw for damaged dates. */
export function createReader({ properties, zones }: Calendar) {
  const isCancelled = getText(properties, "method").toUpperCase() === "CANCEL"
  const calendarZone = getText(properties, "x-wr-timezone").trim()
  const calendarClocks = calendarZone
    ? createClockFinder(zones, DEFAULT_TIME_ZONE)(calendarZone)
    : undefined
  // A calendar in UTC does not contain the time zone of its events, so their times are shown in the default time zone.
  const defaultClocks =
    !calendarClocks || calendarClocks.isUtc ? getClocks(DEFAULT_TIME_ZONE) : calendarClocks
  const findClocks = createClockFinder(zones, defaultClocks.zone)

  /** Parses the values of a property. Values without a time zone are interpreted with `clocks`. */
  function readPoints({ params, values }: Property, clocks: Clocks = defaultClocks): Point[] {
    const tzid = params["tzid"]
    const pointClocks = typeof tzid === "string" && tzid !== "" ? findClocks(tzid) : clocks
    return values
      .filter((value) => value.trim() !== "")
      .map((value) =>
        parsePoint(
          // A value can be a period (`start/end`), of which only the start is used.
          value.split("/")[0] ?? "",
          params["value"] === "date",
          pointClocks,
          defaultClocks.zone,
        ),
      )
  }

  const listPoints = ({ properties }: Entry, name: string, clocks?: Clocks): Point[] =>
    properties
      .filter((property) => property.name === name)
      .flatMap((property) => readPoints(property, clocks))

  const readPoint = (entry: Entry, name: string, clocks?: Clocks): Point | undefined =>
    listPoints(entry, name, clocks)[0]

  /** Returns the day of a date or time in the time zone of the start. */
  function getDay(start: Point, { isUtc, wall, day, timestamp }: Point): string {
    // Some programs write a whole day as midnight UTC. Such a time is not converted to the time zone of the start.
    if (!isUtc || wall.endsWith("T00:00:00")) return day
    return start.clocks.toWallTime(timestamp).slice(0, day.length)
  }

  /** Converts a point to the time zone of the start. The result has a time only if the start has a time. */
  function matchStart(start: Point, point: Point): Point {
    const { clocks, wall, isDay } = start
    if (isDay) {
      const day = getDay(start, point)
      return {
        ...start,
        day,
        wall: `${day}T00:00:00`,
        timestamp: Date.parse(getDayStart(day, clocks.zone)),
      }
    }
    const localTime = point.isDay
      ? point.day + wall.slice(point.day.length)
      : clocks.toWallTime(point.timestamp)
    const timestamp = point.isDay ? clocks.toTimestamp(localTime) : point.timestamp
    return { ...start, day: localTime.slice(0, start.day.length), wall: localTime, timestamp }
  }

  /** Converts UNTIL, the end of a repeat rule, for rrule-temporal. An UNTIL without a time includes the whole day. */
  function convertUntil(start: Point, text: string, isLocalAsUtc: boolean): string {
    const { clocks, isDay } = start
    const point = parsePoint(text, false, clocks, defaultClocks.zone)
    if (isDay) return toIcalFormat(getDay(start, point))
    const timestamp = point.isDay ? clocks.toTimestamp(`${point.day}T23:59:59`) : point.timestamp
    const end = isLocalAsUtc ? clocks.toWallTime(timestamp) : new Date(timestamp).toISOString()
    return `${toIcalFormat(end.slice(0, "2026-11-27T17:00:00".length))}Z`
  }

  function formatStart({ clocks, isDay, day, wall }: Point, isLocalAsUtc: boolean): string {
    if (isDay) return `DTSTART;VALUE=DATE:${toIcalFormat(day)}`
    if (isLocalAsUtc) return `DTSTART:${toIcalFormat(wall)}Z`
    return `DTSTART;TZID=${clocks.ruleZone}:${toIcalFormat(wall)}`
  }

  /**
   * Returns the dates of a repeat rule from `since` to a year after `now` (in milliseconds). If the series starts
   * later, returns its first date.
   */
  function listRuleDates(start: Point, rule: string, since: number, now: number): Point[] {
    const { clocks, isDay, wall } = start
    // Local times are passed to rrule-temporal as if they were UTC if it does not know the time zone, or if clocks skip
    // the hour of the start. A start in a skipped hour moves by an hour, but the other dates do not.
    const isLocalAsUtc = clocks.ruleZone === "UTC" || clocks.toWallTime(start.timestamp) !== wall
    const parts = splitRule(rule).map((part) => {
      const [name, value = ""] = part.split("=")
      return name === "UNTIL" ? `UNTIL=${convertUntil(start, value, isLocalAsUtc)}` : part
    })
    const dates = new RRuleTemporal({
      rruleString: `${formatStart(start, isLocalAsUtc)}\nRRULE:${parts.join(";")}`,
      maxCandidateEvaluations: 10_000,
    }).between(new Date(since), new Date(Math.max(now + IMPORT_PERIOD_MS, start.timestamp)), true)
    return dates.map((date): Point => {
      const localTime = date.toString().slice(0, "2026-11-27T17:00:00".length)
      const day = localTime.slice(0, "2026-11-27".length)
      const dated = { ...start, day, wall: localTime }
      if (isDay) return { ...dated, timestamp: Date.parse(getDayStart(day, clocks.zone)) }
      const timestamp = isLocalAsUtc ? clocks.toTimestamp(localTime) : date.epochMilliseconds
      return { ...dated, timestamp }
    })
  }

  /** Returns the dates of an entry, except excluded dates and most past dates of repeat rules. */
  function listDates(entry: Entry, start: Point, length: Length, now: number): Point[] {
    const rules = entry.properties.filter(({ name }) => name === "rrule")
    const addedDates = listPoints(entry, "rdate", start.clocks)
    if (rules.length === 0 && addedDates.length === 0) return [start]
    // The search starts a day early, because rrule-temporal gets some local times as UTC. readCalendar() removes the
    // dates that are over.
    const since = now - length.days * MS_PER_DAY - length.milliseconds - MS_PER_DAY
    const dates = [
      ...rules.flatMap(({ values }) => listRuleDates(start, values.join(","), since, now)),
      ...addedDates.map((point) => matchStart(start, point)),
      ...(rules.length === 0 ? [start] : []),
    ]
    const excludedPoints = listPoints(entry, "exdate", start.clocks)
    const excludedDays = new Set(excludedPoints.filter(({ isDay }) => isDay).map(({ day }) => day))
    const excludedTimestamps = new Set(
      excludedPoints
        .filter(({ isDay }) => !isDay)
        .map((point) => matchStart(start, point).timestamp),
    )
    // An added date can also be a date of the rule. The map removes such duplicates.
    const byTimestamp = new Map(dates.map((point) => [point.timestamp, point]))
    return [...byTimestamp.values()].filter(
      ({ timestamp, day }) => !excludedTimestamps.has(timestamp) && !excludedDays.has(day),
    )
  }

  /**
   * Returns the length of an entry from its end or its duration. An entry that has neither lasts one day if it is
   * all-day, and otherwise has the length 0.
   */
  function getLength(entry: Entry, start: Point): Length {
    const end = findPoint(entry, "dtend", start.clocks)
    if (!end) {
      const duration = getText(entry.properties, "duration")
      return duration ? parseDuration(duration) : { days: start.isDay ? 1 : 0, milliseconds: 0 }
    }
    if (start.isDay) {
      const { day, wall } = end.isDay ? end : getLocalEnd(start, end)
      const extraDay = end.isDay || wall.endsWith("T00:00:00") ? 0 : 1
      return { days: countDaysBetween(start.day, day) + extraDay, milliseconds: 0 }
    }
    const milliseconds = end.timestamp - start.timestamp
    // If clocks skip the hour of the start, the start moves by an hour. The end moves as well, to keep the local
    // length.
    const localLength = Date.parse(`${end.wall}Z`) - Date.parse(`${start.wall}Z`)
    const isMoved = milliseconds <= 0 && localLength > 0 && end.clocks === start.clocks
    return { days: 0, milliseconds: Math.max(0, isMoved ? localLength : milliseconds) }
  }

  function getLocalEnd({ clocks }: Point, { timestamp }: Point) {
    const wall = clocks.toWallTime(timestamp)
    return { wall, day: wall.slice(0, "2026-11-27".length) }
  }

  /** Returns undefined for a missing or damaged date. */
  function findPoint(entry: Entry, name: string, clocks: Clocks): Point | undefined {
    try {
      return readPoint(entry, name, clocks)
    } catch {
      return undefined
    }
  }

  /** Returns the end (ISO) of an event. An all-day event ends at the end of its last day. */
  function getEnd(
    { isDay, day, wall, timestamp, clocks }: Point,
    { days, milliseconds }: Length,
  ): string {
    if (isDay) {
      const lastDay = addDays(
        `${day}T00:00:00`,
        Math.max(0, days + Math.ceil(milliseconds / MS_PER_DAY) - 1),
      )
      return getDayEnd(lastDay.slice(0, day.length), clocks.zone)
    }
    const end = days > 0 ? clocks.toTimestamp(addDays(wall, days)) : timestamp
    return new Date(end + milliseconds).toISOString()
  }

  /** Caches the texts of entries, because all dates of a repeating entry have the same texts. */
  const textsByEntry = new Map<Entry, ReturnType<typeof readTexts>>()

  function readTexts({ properties }: Entry) {
    const description = cleanDescription(
      getText(properties, "description"),
      EVENT_LIMITS.description,
    )
    const location = cleanPlainText(getText(properties, "location"), EVENT_LIMITS.location)
    const url = getText(properties, "url")
    return {
      title: cleanPlainText(getText(properties, "summary"), EVENT_LIMITS.title),
      description: importedFields.description.safeParse(description).data ?? null,
      location: importedFields.location.safeParse(location).data ?? null,
      registration_url: importedFields.registration_url.safeParse(url).data ?? null,
      is_cancelled: isCancelled || /^cancell?ed$/i.test(getText(properties, "status").trim()),
    }
  }

  /**
   * Creates an event for one date of an entry. Returns undefined if a value is not allowed, for example an empty title.
   */
  function createEvent(
    entry: Entry,
    uid: string,
    start: Point,
    end_date: string,
  ): ReadEvent | undefined {
    const entryTexts = textsByEntry.get(entry) ?? readTexts(entry)
    textsByEntry.set(entry, entryTexts)
    const { clocks, isDay, timestamp } = start
    const event = importedEvent.safeParse({
      ...entryTexts,
      uid,
      start_date: new Date(timestamp).toISOString(),
      end_date,
      time_zone: clocks.zone,
      is_all_day: isDay,
    }).data
    return event && clocks.unknown !== undefined
      ? { ...event, unknown_zone: cleanPlainText(clocks.unknown, MAX_ZONE_NAME_LENGTH) }
      : event
  }

  return { readPoint, listDates, getLength, getEnd, createEvent, matchStart }
}
