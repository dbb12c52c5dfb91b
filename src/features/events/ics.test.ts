import { describe, expect, test } from "vitest"
import { getT } from "../../i18n/t.ts"
import type { PublicEvent } from "./event.ts"
import { feedEvent } from "./feed-event.ts"
import { makeEvent } from "./fixtures.ts"
import { icsCalendar } from "./ics.ts"
import { escapeText, fold } from "./ics-text.ts"

const file = (...events: Partial<PublicEvent>[]) =>
  icsCalendar({
    name: "Daina: events",
    language: "en",
    source: "https://daina.example/calendar.ics",
    events: events.map((event) =>
      feedEvent(makeEvent(event), "https://daina.example", "en", getT("en")),
    ),
  })

const unfolded = (text: string) => text.replaceAll("\r\n ", "").split("\r\n")
const linesOf = (...events: Partial<PublicEvent>[]) => unfolded(file(...events))
const valueIn = (lines: string[], name: string) =>
  lines.find((line) => line.startsWith(name))?.slice(name.length + 1)

describe("lines", () => {
  const octets = (text: string) => new TextEncoder().encode(text).length

  test.each([
    ["letters of one octet", "a".repeat(400)],
    ["letters of two octets", "ā".repeat(200)],
    ["letters of two octets, shifted", `x${"š".repeat(200)}`],
    ["emoji of four octets", `SUMMARY:${"💜".repeat(80)}`],
  ])("of %s are folded at 75 octets, and no letter is cut", (_, line) => {
    const pieces = fold(line).split("\r\n")
    expect(pieces.length).toBeGreaterThan(1)
    for (const piece of pieces) expect(octets(piece)).toBeLessThanOrEqual(75)
    for (const piece of pieces.slice(1)) expect(piece[0]).toBe(" ")
    expect(fold(line).replaceAll("\r\n ", "")).toBe(line)
    expect(fold(line)).not.toContain("\ufffd")
  })

  test("of 75 octets stay whole", () => {
    expect(fold("a".repeat(75))).toBe("a".repeat(75))
    expect(fold("a".repeat(76))).toBe(`${"a".repeat(75)}\r\n a`)
  })

  test("end with a carriage return and a line feed, all of them", () => {
    const text = file({ description: "One\nTwo\r\nThree" })
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true)
  })
})

test("commas, semicolons, backslashes and line ends are escaped, colons and quotes are not", () => {
  expect(escapeText('a,b;c\\d\ne\r\nf\rg:"h"')).toBe('a\\,b\\;c\\\\d\\ne\\nf\\ng:"h"')
  expect(escapeText("a\u0000b\u0007c\td")).toBe("abc\td")
})

test("a title cannot add a line of its own", () => {
  const lines = linesOf({ title: "Dance\r\nATTACH:https://evil.example" })
  expect(lines).toContain("SUMMARY:Dance\\nATTACH:https://evil.example")
})

test("an event says what it is, when it was changed and how often", () => {
  const lines = linesOf({
    location: "Tallinn; Telliskivi",
    country: "ee",
    team_name: "Kell Kolm",
    revision: 3,
    description: "Bring shoes.",
    prize: "A spoon",
  })
  expect(lines).toEqual(
    expect.arrayContaining([
      "UID:0b0f5d3e-4a3e-4d57-8a53-5a2b7f1f8a10@daina.example",
      "DTSTAMP:20260102T100000Z",
      "LAST-MODIFIED:20260102T100000Z",
      "SEQUENCE:3",
      "STATUS:CONFIRMED",
      "DTSTART;TZID=Europe/Riga:20261127T170000",
      "DTEND;TZID=Europe/Riga:20261127T200000",
      "LOCATION:Tallinn\\; Telliskivi",
      "URL:https://daina.example/events/random-dance-2026-11-27",
      "CATEGORIES:K-pop,Estonia,Kell Kolm",
    ]),
  )
  expect(valueIn(lines, "DESCRIPTION")).toBe(
    "Bring shoes.\\n\\nPrize: A spoon\\n\\nhttps://daina.example/events/random-dance-2026-11-27",
  )
})

test("a cancelled event says so", () => {
  expect(linesOf({ is_cancelled: true })).toContain("STATUS:CANCELLED")
})

test("an event without a length has no end", () => {
  const lines = linesOf({ end_date: makeEvent().start_date })
  expect(valueIn(lines, "DTEND")).toBeUndefined()
})

/** The moment of a time of the file, by the zone that the file itself describes. */
function momentIn(lines: string[], name: "DTSTART" | "DTEND"): string | undefined {
  const zoned = valueIn(lines, `${name};TZID=Europe/Riga`)
  const at = (basic: string) =>
    Date.parse(basic.replace(/(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?/, "$1-$2-$3T$4:$5:$6Z"))
  const hours = (offset: string) => Number(offset.slice(0, 3))
  if (zoned === undefined) {
    const lastOf = lines.filter((line) => line.startsWith(`${name}:`)).at(-1)
    return lastOf && new Date(at(lastOf.slice(name.length + 1))).toISOString()
  }
  const zone = lines.slice(lines.indexOf("BEGIN:VTIMEZONE"), lines.indexOf("END:VTIMEZONE"))
  const onsets = zone.flatMap((line, i) => {
    if (!line.startsWith("DTSTART:")) return []
    const [from, to] = [zone[i + 1]?.split(":")[1] ?? "", zone[i + 2]?.split(":")[1] ?? ""]
    return [{ wall: at(line.slice(8)), from: hours(from), to: hours(to) }]
  })
  const wall = at(zoned)
  const offset = onsets.filter((onset) => wall >= onset.wall).at(-1)
  return offset && new Date(wall - offset.to * 3_600_000).toISOString()
}

describe("a moment of the file is the site's", () => {
  test.each([
    ["before spring's change", "2026-03-29T00:59:00.000Z", "2026-03-29T01:00:00.000Z"],
    ["after spring's change", "2027-03-28T01:00:00.000Z", "2027-03-28T02:00:00.000Z"],
    ["before autumn's change", "2026-10-24T23:30:00.000Z", "2026-10-24T23:59:00.000Z"],
    ["across the doubled hour", "2026-10-24T23:30:00.000Z", "2026-10-25T02:00:00.000Z"],
    ["after autumn's change", "2027-10-31T02:00:00.000Z", "2027-10-31T03:00:00.000Z"],
    ["in summer", "2027-07-01T15:00:00.000Z", "2027-07-01T18:00:00.000Z"],
    ["in winter", "2026-12-31T22:00:00.000Z", "2027-01-01T02:00:00.000Z"],
  ])("%s", (_, start_date, end_date) => {
    const lines = linesOf({ start_date, end_date })
    expect(momentIn(lines, "DTSTART")).toBe(start_date)
    expect(momentIn(lines, "DTEND")).toBe(end_date)
  })

  test.each([
    ["first", "2026-10-25T00:30:00.000Z", "DTSTART:20261025T003000Z"],
    ["second", "2026-10-25T01:30:00.000Z", "DTSTART:20261025T013000Z"],
  ])(
    "the %s of autumn's doubled hours is written in UTC: its clock's time means either",
    (_, start_date, line) => {
      const lines = linesOf({ start_date, end_date: "2026-10-25T03:00:00.000Z" })
      expect(lines).toContain(line)
      expect(lines).toContain("DTEND:20261025T030000Z")
    },
  )
})

test("each zone is described once, with the changes from a year before to a year after", () => {
  const lines = linesOf({}, {}, { time_zone: "Europe/Lisbon" })
  expect(lines.filter((line) => line.startsWith("TZID:"))).toEqual([
    "TZID:Europe/Riga",
    "TZID:Europe/Lisbon",
  ])
  const riga = lines.slice(0, lines.indexOf("END:VTIMEZONE"))
  expect(riga.filter((line) => line === "BEGIN:DAYLIGHT")).toHaveLength(3)
  // The three changes back, and where the description begins.
  expect(riga.filter((line) => line === "BEGIN:STANDARD")).toHaveLength(4)
  const spring = riga.indexOf("DTSTART:20260329T030000")
  expect(riga.slice(spring - 1, spring + 4)).toEqual([
    "BEGIN:DAYLIGHT",
    "DTSTART:20260329T030000",
    "TZOFFSETFROM:+0200",
    "TZOFFSETTO:+0300",
    "END:DAYLIGHT",
  ])
  expect(riga).toContain("DTSTART:20261025T040000")
})

test("an event of the year 9999 does not make the file a history of eight thousand years", () => {
  expect(
    file({}, { start_date: "9990-01-01T10:00:00Z", end_date: "9990-01-01T11:00:00Z" }).length,
  ).toBeLessThan(6000)
})

test("an event is the same one in people's calendars, wherever the site is", () => {
  const uids = ["https://daina.example", "https://www.other.example:4321"].map(
    (origin) => feedEvent(makeEvent(), origin, "en", getT("en")).uid,
  )
  expect(new Set(uids)).toEqual(new Set([`${makeEvent().id}@daina.example`]))
})
