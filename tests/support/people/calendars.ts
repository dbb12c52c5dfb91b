/** Calendars within the size limit that are slow to parse or need much memory. */
import { IMPORT_LIMITS } from "../../../src/features/events/import/schema.ts"

const joinLines = (...all: string[]) => all.join("\r\n")

export const makeCalendar = (...inside: string[]): string =>
  joinLines("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...inside, "END:VCALENDAR")

/** `rules` define the time zone of the event. */
function makeCalendarInZone(year: number, ...rules: string[]): string {
  const observances = rules.map((rule) =>
    joinLines(
      ...["BEGIN:STANDARD", `DTSTART:${year}0101T000000`, "TZOFFSETFROM:+0300", "TZOFFSETTO:+0200"],
      ...[`RRULE:${rule}`, "END:STANDARD"],
    ),
  )
  return makeCalendar(
    ...["BEGIN:VTIMEZONE", "TZID:own", ...observances, "END:VTIMEZONE"],
    ...["BEGIN:VEVENT", "UID:a", "SUMMARY:A", "DTSTART;TZID=own:20270310T160000", "END:VEVENT"],
  )
}

const makeEventLines = (uid: number, ...more: string[]) =>
  joinLines("BEGIN:VEVENT", `UID:${uid}`, "SUMMARY:A", ...more, "END:VEVENT")

function makeCalendarOfMaxSize(make: (index: number) => string): string {
  const count = Math.floor((IMPORT_LIMITS.bytes - 100) / (make(9999).length + 2))
  return makeCalendar(...Array.from({ length: count }, (_, index) => make(index)))
}

const START = "DTSTART;TZID=Europe/Riga:20000101T100000"
const HALF_SIZE = IMPORT_LIMITS.bytes / 2 - 1_000

export const SLOW_CALENDARS: [name: string, text: string][] = [
  ["a zone that changes each minute", makeCalendarInZone(1970, "FREQ=MINUTELY")],
  ["a zone that changes each hour", makeCalendarInZone(1970, "FREQ=HOURLY")],
  [
    "a zone with 3,000 yearly rules",
    makeCalendarInZone(1601, ...Array<string>(3000).fill("FREQ=YEARLY")),
  ],
  [
    "events that repeat each day",
    makeCalendarOfMaxSize((uid) => makeEventLines(uid, START, "RRULE:FREQ=DAILY")),
  ],
  [
    "events that repeat each second",
    makeCalendarOfMaxSize((uid) =>
      makeEventLines(uid, START, "RRULE:FREQ=SECONDLY;COUNT=999999999"),
    ),
  ],
  [
    "events that occur on no date",
    makeCalendarOfMaxSize((uid) =>
      makeEventLines(uid, START, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
    ),
  ],
  [
    "tags that do not close",
    makeCalendar(makeEventLines(1, START, `DESCRIPTION:${"<a".repeat(HALF_SIZE)}`)),
  ],
  [
    "a zone with a long name",
    makeCalendar(makeEventLines(1, `DTSTART;TZID=${"a".repeat(HALF_SIZE)}/1:20270310T160000`)),
  ],
  ["nested components", "BEGIN:VCALENDAR\r\n".repeat(IMPORT_LIMITS.bytes / 18)],
]
