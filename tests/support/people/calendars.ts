/** Small calendars that are slow to expand or match, or that need much memory. */
import { IMPORT_LIMITS } from "../../../src/features/events/import/schema.ts"

const lines = (...all: string[]) => all.join("\r\n")

export const calendar = (...inside: string[]): string =>
  lines("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...inside, "END:VCALENDAR")

/** Returns a calendar with an event in a time zone that its own rules define since `year`. */
function zoned(year: number, ...rules: string[]): string {
  const observances = rules.map((rule) =>
    lines(
      ...["BEGIN:STANDARD", `DTSTART:${year}0101T000000`, "TZOFFSETFROM:+0300", "TZOFFSETTO:+0200"],
      ...[`RRULE:${rule}`, "END:STANDARD"],
    ),
  )
  return calendar(
    ...["BEGIN:VTIMEZONE", "TZID:own", ...observances, "END:VTIMEZONE"],
    ...["BEGIN:VEVENT", "UID:a", "SUMMARY:A", "DTSTART;TZID=own:20270310T160000", "END:VEVENT"],
  )
}

const event = (uid: number, ...more: string[]) =>
  lines("BEGIN:VEVENT", `UID:${uid}`, "SUMMARY:A", ...more, "END:VEVENT")

/** Returns a calendar with the maximum length, made of `make(0)`, `make(1)` and so on. */
function full(make: (index: number) => string): string {
  const count = Math.floor((IMPORT_LIMITS.bytes - 100) / (make(9999).length + 2))
  return calendar(...Array.from({ length: count }, (_, index) => make(index)))
}

const START = "DTSTART;TZID=Europe/Riga:20000101T100000"
const HALF = IMPORT_LIMITS.bytes / 2 - 1_000

export const SLOW_CALENDARS: [what: string, text: string][] = [
  ["a zone that changes each minute", zoned(1970, "FREQ=MINUTELY")],
  ["a zone that changes each hour", zoned(1970, "FREQ=HOURLY")],
  ["a zone of 3,000 yearly rules", zoned(1601, ...Array<string>(3000).fill("FREQ=YEARLY"))],
  ["daily events", full((uid) => event(uid, START, "RRULE:FREQ=DAILY"))],
  [
    "events of each second",
    full((uid) => event(uid, START, "RRULE:FREQ=SECONDLY;COUNT=999999999")),
  ],
  [
    "an event on no date",
    full((uid) => event(uid, START, "RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")),
  ],
  ["tags that do not close", calendar(event(1, START, `DESCRIPTION:${"<a".repeat(HALF)}`))],
  [
    "a zone with a long name",
    calendar(event(1, `DTSTART;TZID=${"a".repeat(HALF)}/1:20270310T160000`)),
  ],
  ["components in components", "BEGIN:VCALENDAR\r\n".repeat(IMPORT_LIMITS.bytes / 18)],
]
