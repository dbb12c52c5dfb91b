import { readCalendar } from "./read.ts"

export const NOW = Date.parse("2026-11-27T10:00:00Z")

export const makeCalendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...lines, "END:VCALENDAR"].join("\r\n")

export const makeEntry = (...lines: string[]) => [
  "BEGIN:VEVENT",
  "SUMMARY:Practice",
  ...lines,
  "END:VEVENT",
]

export const readLines = (...lines: string[]) => readCalendar(makeCalendar(...lines), NOW)

/** Returns the starts of the events in a calendar, in UTC. */
export const listStarts = (...lines: string[]) =>
  readLines(...lines)?.events.map(({ start_date }) =>
    start_date.slice(0, "2026-11-27T17:00".length),
  )

/** Returns the start in UTC, the time zone, and the name of an unknown time zone for each event in a calendar. */
export const listStartsAndZones = (...lines: string[]) =>
  readLines(...lines)?.events.map(({ start_date, time_zone, unknown_zone }) => [
    start_date.slice(0, "2026-11-27T17:00".length),
    time_zone,
    unknown_zone,
  ])

/**
 * Returns the lines of a time zone with daylight saving time. `standard` and `daylight` are offsets, such as `+0200`.
 * `changeHours` are the hours at which standard and daylight saving time begin.
 */
export const makeSeasonalZone = (
  tzid: string,
  standard: string,
  daylight: string,
  changeHours = ["02", "01"],
) => [
  "BEGIN:VTIMEZONE",
  `TZID:${tzid}`,
  "BEGIN:STANDARD",
  `DTSTART:16010101T${changeHours[0]}0000`,
  `TZOFFSETFROM:${daylight}`,
  `TZOFFSETTO:${standard}`,
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  `DTSTART:16010101T${changeHours[1]}0000`,
  `TZOFFSETFROM:${standard}`,
  `TZOFFSETTO:${daylight}`,
  "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3",
  "END:DAYLIGHT",
  "END:VTIMEZONE",
]

export const makeFixedZone = (tzid: string, offset: string) => [
  "BEGIN:VTIMEZONE",
  `TZID:${tzid}`,
  "BEGIN:STANDARD",
  "DTSTART:16010101T000000",
  `TZOFFSETFROM:${offset}`,
  `TZOFFSETTO:${offset}`,
  "END:STANDARD",
  "END:VTIMEZONE",
]
