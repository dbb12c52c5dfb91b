/** Builders of iCalendar texts, and calendars within the size limit that are slow to parse or need much memory. */
import { IMPORT_LIMITS } from "../../../src/features/events/import/schema.ts"

const joinLines = (...lines: string[]) => lines.join("\r\n")

export const makeCalendar = (...components: string[]): string =>
  joinLines("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...components, "END:VCALENDAR")

/** Returns a calendar with one event in a time zone that changes its offset by these recurrence rules, from `year` on. */
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

const makeEventLines = (uid: number, ...extraLines: string[]) =>
  joinLines("BEGIN:VEVENT", `UID:${uid}`, "SUMMARY:A", ...extraLines, "END:VEVENT")

function makeCalendarOfMaxSize(makeEvent: (index: number) => string): string {
  const maxBytesAroundEvents = 100
  // The index has four digits, and the line break after the event is two bytes long.
  const bytesPerEvent = makeEvent(9999).length + 2
  const count = Math.floor((IMPORT_LIMITS.bytes - maxBytesAroundEvents) / bytesPerEvent)
  return makeCalendar(...Array.from({ length: count }, (_, index) => makeEvent(index)))
}

const START_LINE = "DTSTART;TZID=Europe/Riga:20000101T100000"
/** Half of the size limit, with 1,000 bytes left for other lines. */
const HALF_SIZE = IMPORT_LIMITS.bytes / 2 - 1_000
const BEGIN_LINE = "BEGIN:VCALENDAR\r\n"

export const SLOW_CALENDARS: [name: string, text: string][] = [
  ["a time zone that changes each minute", makeCalendarInZone(1970, "FREQ=MINUTELY")],
  ["a time zone that changes each hour", makeCalendarInZone(1970, "FREQ=HOURLY")],
  [
    "a time zone with 3,000 yearly rules",
    makeCalendarInZone(1601, ...Array<string>(3000).fill("FREQ=YEARLY")),
  ],
  [
    "events that repeat each day",
    makeCalendarOfMaxSize((uid) => makeEventLines(uid, START_LINE, "RRULE:FREQ=DAILY")),
  ],
  [
    "events that repeat each second",
    makeCalendarOfMaxSize((uid) =>
      makeEventLines(uid, START_LINE, "RRULE:FREQ=SECONDLY;COUNT=999999999"),
    ),
  ],
  [
    "events that occur on no date",
    makeCalendarOfMaxSize((uid) =>
      makeEventLines(uid, START_LINE, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
    ),
  ],
  [
    "tags that do not close",
    makeCalendar(makeEventLines(1, START_LINE, `DESCRIPTION:${"<a".repeat(HALF_SIZE)}`)),
  ],
  [
    "a time zone with a long name",
    makeCalendar(makeEventLines(1, `DTSTART;TZID=${"a".repeat(HALF_SIZE)}/1:20270310T160000`)),
  ],
  ["nested components", BEGIN_LINE.repeat(IMPORT_LIMITS.bytes / BEGIN_LINE.length)],
]
