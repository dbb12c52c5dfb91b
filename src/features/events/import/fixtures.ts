import { readCalendar } from "./read.ts"

const NOW = Date.parse("2026-11-27T10:00:00Z")

export const calendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:test", ...lines, "END:VCALENDAR"].join("\r\n")

export const entry = (...lines: string[]) => [
  ...["BEGIN:VEVENT", "SUMMARY:Practice", ...lines, "END:VEVENT"],
]

export const read = (...lines: string[]) => readCalendar(calendar(...lines), NOW)

export const starts = (...lines: string[]) =>
  read(...lines)?.events.map(({ start_date }) => start_date.slice(0, "2026-11-27T17:00".length))

export const startsAndZones = (...lines: string[]) =>
  read(...lines)?.events.map(({ start_date, time_zone, unknown_zone }) => [
    ...[start_date.slice(0, "2026-11-27T17:00".length), time_zone, unknown_zone],
  ])

export const seasonalZone = (
  tzid: string,
  winter: string,
  summer: string,
  changes = ["02", "01"],
) => [
  ...["BEGIN:VTIMEZONE", `TZID:${tzid}`],
  ...["BEGIN:STANDARD", `DTSTART:16010101T${changes[0]}0000`, `TZOFFSETFROM:${summer}`],
  ...[`TZOFFSETTO:${winter}`, "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10"],
  ...["END:STANDARD", "BEGIN:DAYLIGHT", `DTSTART:16010101T${changes[1]}0000`],
  ...[`TZOFFSETFROM:${winter}`, `TZOFFSETTO:${summer}`],
  ...["RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE"],
]

export const fixedZone = (tzid: string, offset: string) => [
  ...["BEGIN:VTIMEZONE", `TZID:${tzid}`, "BEGIN:STANDARD", "DTSTART:16010101T000000"],
  ...[`TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, "END:STANDARD", "END:VTIMEZONE"],
]
