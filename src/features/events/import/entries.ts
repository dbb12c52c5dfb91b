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
import { cleanDescription, cleanLine } from "./texts.ts"
import { type Clocks, createClockFinder, getClocks } from "./zones.ts"

const DAY_MS = 86_400_000
/** The site's own series have rows for the same period. */
const IMPORT_PERIOD_MS = 366 * DAY_MS

const splitRule = (rule: string): string[] =>
  rule
    .toUpperCase()
    .replace(/\s/g, "")
    .split(";")
    .map((part) => part.replace(/,+$/, ""))
    .filter((part) => /=./.test(part))

/** An entry is not imported if one of these is damaged. */
const DATE_PROPERTIES = ["dtstart", "rrule", "rdate", "exdate", "recurrence-id"]

export const hasReadableDates = ({ damaged }: Entry): boolean =>
  !DATE_PROPERTIES.some((name) => damaged.includes(name))

const UNKNOWN_ZONE_MAX = 100

export function createReader({ properties, zones }: Calendar) {
  const isCancelled = getText(properties, "method").toUpperCase() === "CANCEL"
  const calendarZone = getText(properties, "x-wr-timezone").trim()
  const calendarClocks = calendarZone
    ? createClockFinder(zones, DEFAULT_TIME_ZONE)(calendarZone)
    : undefined
  // No event has UTC as its local time, so a calendar in UTC uses the default zone.
  const defaultClocks =
    !calendarClocks || calendarClocks.isUtc ? getClocks(DEFAULT_TIME_ZONE) : calendarClocks
  const byName = createClockFinder(zones, defaultClocks.zone)

  /** Dates without a zone use `clocks`. */
  function readPoints({ params, values }: Property, clocks: Clocks = defaultClocks): Point[] {
    const tzid = params["tzid"]
    const pointClocks = typeof tzid === "string" && tzid !== "" ? byName(tzid) : clocks
    return values
      .filter((value) => value.trim() !== "")
      .map((value) =>
        parsePoint(
          value.split("/")[0] ?? "",
          params["value"] === "date",
          pointClocks,
          defaultClocks.zone,
        ),
      )
  }

  const allPoints = ({ properties }: Entry, name: string, clocks?: Clocks): Point[] =>
    properties
      .filter((property) => property.name === name)
      .flatMap((property) => readPoints(property, clocks))

  const readPoint = (entry: Entry, name: string, clocks?: Clocks): Point | undefined =>
    allPoints(entry, name, clocks)[0]

  function getDay(start: Point, { isUtc, wall, day, moment }: Point): string {
    // Some programs write a whole day as midnight UTC.
    if (!isUtc || wall.endsWith("T00:00:00")) return day
    return start.clocks.toWallTime(moment).slice(0, day.length)
  }

  /** Returns the date in the start's zone, with a time only if the start has a time. */
  function matchStart(start: Point, point: Point): Point {
    const { clocks, wall, isDay } = start
    if (isDay) {
      const day = getDay(start, point)
      return {
        ...start,
        day,
        wall: `${day}T00:00:00`,
        moment: Date.parse(getDayStart(day, clocks.zone)),
      }
    }
    const localTime = point.isDay
      ? point.day + wall.slice(point.day.length)
      : clocks.toWallTime(point.moment)
    const moment = point.isDay ? clocks.toMoment(localTime) : point.moment
    return { ...start, day: localTime.slice(0, start.day.length), wall: localTime, moment }
  }

  /** Converts UNTIL for the rule library. An UNTIL without a time includes the whole day. */
  function convertUntil(start: Point, text: string, isInLocalTime: boolean): string {
    const { clocks, isDay } = start
    const point = parsePoint(text, false, clocks, defaultClocks.zone)
    if (isDay) return toIcalFormat(getDay(start, point))
    const moment = point.isDay ? clocks.toMoment(`${point.day}T23:59:59`) : point.moment
    const wall = isInLocalTime ? clocks.toWallTime(moment) : new Date(moment).toISOString()
    return `${toIcalFormat(wall.slice(0, "2026-11-27T17:00:00".length))}Z`
  }

  /** Returns dates from `since` to a year ahead, or the first date of a later series. */
  function listRuleDates(start: Point, rule: string, since: number, now: number): Point[] {
    const { clocks, isDay, day, wall } = start
    // Expanded in local time, because a start in a skipped hour is moved, but the other dates are not.
    const isInLocalTime = clocks.ruleZone === "UTC" || clocks.toWallTime(start.moment) !== wall
    const parts = splitRule(rule).map((part) => {
      const [name, value = ""] = part.split("=")
      return name === "UNTIL" ? `UNTIL=${convertUntil(start, value, isInLocalTime)}` : part
    })
    const first = isDay
      ? `;VALUE=DATE:${toIcalFormat(day)}`
      : isInLocalTime
        ? `:${toIcalFormat(wall)}Z`
        : `;TZID=${clocks.ruleZone}:${toIcalFormat(wall)}`
    const dates = new RRuleTemporal({
      rruleString: `DTSTART${first}\nRRULE:${parts.join(";")}`,
      maxCandidateEvaluations: 10_000,
    }).between(new Date(since), new Date(Math.max(now + IMPORT_PERIOD_MS, start.moment)), true)
    return dates.map((date): Point => {
      const wall = date.toString().slice(0, "2026-11-27T17:00:00".length)
      const day = wall.slice(0, "2026-11-27".length)
      const moment = isDay
        ? Date.parse(getDayStart(day, clocks.zone))
        : isInLocalTime
          ? clocks.toMoment(wall)
          : date.epochMilliseconds
      return { ...start, day, wall, moment }
    })
  }

  function listDates(entry: Entry, start: Point, length: Length, now: number): Point[] {
    const rules = entry.properties.filter(({ name }) => name === "rrule")
    const addedDates = allPoints(entry, "rdate", start.clocks)
    if (rules.length === 0 && addedDates.length === 0) return [start]
    const since = now - length.days * DAY_MS - length.milliseconds - DAY_MS
    const dates = [
      ...rules.flatMap(({ values }) => listRuleDates(start, values.join(","), since, now)),
      ...addedDates.map((point) => matchStart(start, point)),
      ...(rules.length === 0 ? [start] : []),
    ]
    const excluded = allPoints(entry, "exdate", start.clocks)
    const days = new Set(excluded.filter(({ isDay }) => isDay).map(({ day }) => day))
    const moments = new Set(
      excluded.filter(({ isDay }) => !isDay).map((point) => matchStart(start, point).moment),
    )
    const byMoment = new Map(dates.map((point) => [point.moment, point]))
    return [...byMoment.values()].filter(
      ({ moment, day }) => !moments.has(moment) && !days.has(day),
    )
  }

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
    const milliseconds = end.moment - start.moment
    // A start in a skipped hour moves the end, too.
    const localLength = Date.parse(`${end.wall}Z`) - Date.parse(`${start.wall}Z`)
    const isMoved = milliseconds <= 0 && localLength > 0 && end.clocks === start.clocks
    return { days: 0, milliseconds: Math.max(0, isMoved ? localLength : milliseconds) }
  }

  function getLocalEnd({ clocks }: Point, { moment }: Point) {
    const wall = clocks.toWallTime(moment)
    return { wall, day: wall.slice(0, "2026-11-27".length) }
  }

  function findPoint(entry: Entry, name: string, clocks: Clocks): Point | undefined {
    try {
      return readPoint(entry, name, clocks)
    } catch {
      return undefined
    }
  }

  function getEnd(
    { isDay, day, wall, moment, clocks }: Point,
    { days, milliseconds }: Length,
  ): string {
    if (isDay) {
      const last = addDays(
        `${day}T00:00:00`,
        Math.max(0, days + Math.ceil(milliseconds / DAY_MS) - 1),
      )
      return getDayEnd(last.slice(0, day.length), clocks.zone)
    }
    const end = days > 0 ? clocks.toMoment(addDays(wall, days)) : moment
    return new Date(end + milliseconds).toISOString()
  }

  const texts = new Map<Entry, ReturnType<typeof readTexts>>()

  function readTexts({ properties }: Entry) {
    const description = cleanDescription(
      getText(properties, "description"),
      EVENT_LIMITS.description,
    )
    const location = cleanLine(getText(properties, "location"), EVENT_LIMITS.location)
    const url = getText(properties, "url")
    return {
      title: cleanLine(getText(properties, "summary"), EVENT_LIMITS.title),
      description: importedFields.description.safeParse(description).data ?? null,
      location: importedFields.location.safeParse(location).data ?? null,
      registration_url: importedFields.registration_url.safeParse(url).data ?? null,
      is_cancelled: isCancelled || /^cancell?ed$/i.test(getText(properties, "status").trim()),
    }
  }

  function createEvent(
    entry: Entry,
    uid: string,
    start: Point,
    end_date: string,
  ): ReadEvent | undefined {
    const entryTexts = texts.get(entry) ?? readTexts(entry)
    texts.set(entry, entryTexts)
    const { clocks, isDay, moment } = start
    const event = importedEvent.safeParse({
      ...entryTexts,
      uid,
      start_date: new Date(moment).toISOString(),
      end_date,
      time_zone: clocks.zone,
      is_all_day: isDay,
    }).data
    return event && clocks.unknown !== undefined
      ? { ...event, unknown_zone: cleanLine(clocks.unknown, UNKNOWN_ZONE_MAX) }
      : event
  }

  return { readPoint, listDates, getLength, getEnd, createEvent, matchStart }
}
