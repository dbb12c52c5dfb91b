import ICAL from "ical.js"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { Locale } from "../../../i18n/locales.ts"
import { getT } from "../../../i18n/t.ts"
import { formatWithOffset, getUtcTime, getWallTime } from "../../../shared/zone.ts"
import { toAbsoluteUrl } from "../../../site.ts"
import { makeEvent } from "../fixtures.ts"
import type { PublicEvent } from "../schema.ts"
import { createCalendarFile } from "./ics.ts"

const RIGA = "Europe/Riga"
/** Returns the UTC time (ISO) of a local time, or the code of the error. */
const convertToUtc = (localTime: string, timeZone = RIGA) => {
  const result = getUtcTime(localTime, timeZone)
  return result.ok ? result.iso : result.error
}

describe("the UTC time of a local time in Riga", () => {
  test.each([
    ["2026-03-29T02:59", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T03:00", "missing_hour"],
    ["2026-03-29T03:59", "missing_hour"],
    ["2026-03-29T04:00", "2026-03-29T01:00:00.000Z"],
    ["2026-10-25T02:59", "2026-10-24T23:59:00.000Z"],
    ["2026-10-25T03:00", "2026-10-25T00:00:00.000Z"],
    ["2026-10-25T03:30", "2026-10-25T00:30:00.000Z"],
    ["2026-10-25T04:00", "2026-10-25T02:00:00.000Z"],
    ...["", "2026-02-30T10:00", "12026-01-01T10:00", "tomorrow"].map((localTime) => [
      localTime,
      "invalid_date",
    ]),
  ])("%s is %s", (localTime, utcTime) => expect(convertToUtc(localTime)).toBe(utcTime))
})

test("local times in time zones far from Greenwich and in UTC are converted to UTC", () => {
  expect(convertToUtc("2026-07-01T12:00", "Pacific/Kiritimati")).toBe("2026-06-30T22:00:00.000Z")
  expect(convertToUtc("2026-07-01T12:00", "Pacific/Pago_Pago")).toBe("2026-07-01T23:00:00.000Z")
  expect(convertToUtc("2026-03-29T03:30", "UTC")).toBe("2026-03-29T03:30:00.000Z")
})

test("both repeated hours in autumn have the same local time but different offsets", () => {
  expect(getWallTime(Date.parse("2026-10-25T00:30:00Z"), RIGA)).toBe("2026-10-25T03:30:00")
  expect(getWallTime(Date.parse("2026-10-25T01:30:00Z"), RIGA)).toBe("2026-10-25T03:30:00")
  expect(formatWithOffset("2026-10-25T00:30:00Z", RIGA)).toBe("2026-10-25T03:30:00+03:00")
  expect(formatWithOffset("2026-10-25T01:30:00Z", RIGA)).toBe("2026-10-25T03:30:00+02:00")
})

test("an offset from UTC is written with its minutes", () => {
  expect(formatWithOffset("2026-07-01T12:00:00Z", "America/St_Johns")).toBe(
    "2026-07-01T09:30:00-02:30",
  )
})

test("the offset of Riga in 1900 is written with its seconds", () => {
  expect(formatWithOffset("1900-01-01T00:00:00Z", RIGA)).toBe("1900-01-01T01:36:34+01:36:34")
})

describe("a calendar file", () => {
  beforeAll(() => void vi.stubEnv("SITE", "https://daina.example"))
  afterAll(() => void vi.unstubAllEnvs())

  const createFile = (
    events: Partial<PublicEvent>[],
    { locale = "en", ...options }: { locale?: Locale; descriptionMax?: number } = {},
  ) => {
    const feed = {
      locale,
      t: getT(locale),
      toUrl: toAbsoluteUrl,
      path: "/calendar.ics",
      name: "Daina: events",
    }
    return createCalendarFile(events.map(makeEvent), { ...feed, ...options }).text()
  }

  const readLines = async (...events: Partial<PublicEvent>[]) =>
    (await createFile(events)).replaceAll("\r\n ", "").split("\r\n")

  test("an all-day event is written as days and ends on the day after the last day", async () => {
    const days = { start_date: "2026-11-26T22:00:00.000Z", end_date: "2026-11-28T22:00:00.000Z" }
    const lines = await readLines({ ...days, is_all_day: true })
    expect(lines).toContain("DTSTART;VALUE=DATE:20261127")
    expect(lines).toContain("DTEND;VALUE=DATE:20261129")
    expect(lines.join("\n")).not.toContain("VTIMEZONE")
  })

  test("lines end with a carriage return and a line feed, and have at most 75 octets", async () => {
    const title = `${"š".repeat(150)}${"💜".repeat(40)}`
    const text = await createFile([{ title, description: "a\nb\r\nc\rd" }])
    expect(text.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
    expect(text.endsWith("END:VCALENDAR\r\n")).toBe(true)
    const octets = text.split("\r\n").map((line) => new TextEncoder().encode(line).length)
    expect(Math.max(...octets)).toBeLessThanOrEqual(75)
  })

  test.each([
    ["no time zone", [{ is_all_day: true }]],
    ["one time zone", [{}]],
    [
      "two time zones and a title that looks like a time zone",
      [
        { title: "BEGIN:VTIMEZONE\r\nEND:VTIMEZONE" },
        { id: "1b0f5d3e-4a3e-4d57-8a53-5a2b7f1f8a10", time_zone: "America/New_York" },
      ],
    ],
  ] satisfies [string, Partial<PublicEvent>[]][])(
    "with %s, properties come before components",
    async (_, events) => {
      const text = await createFile(events)
      const lines = text.replaceAll("\r\n ", "").split("\r\n").slice(1, -2)
      const properties = lines.slice(
        0,
        lines.findIndex((line) => line.startsWith("BEGIN:")),
      )
      const calendar = new ICAL.Component(ICAL.parse(text))
      expect(properties.map((line) => line.split(/[;:]/)[0]?.toLowerCase())).toEqual(
        calendar.getAllProperties().map(({ name }) => name),
      )
      expect(properties).toContain("REFRESH-INTERVAL;VALUE=DURATION:PT4H")
      expect(properties).toContain("X-PUBLISHED-TTL:PT4H")
      expect(calendar.getAllSubcomponents("vevent")).toHaveLength(events.length)
    },
  )

  test("line breaks in a title are escaped, and control characters are removed", async () => {
    const lines = await readLines({ title: "Dance\r\nATTACH:https://evil.example\u0007" })
    expect(lines).toContain("SUMMARY:Dance\\nATTACH:https://evil.example")
  })

  test("an entry has the time and number of changes, and no end if the event ends when it starts", async () => {
    const lines = await readLines({ revision: 3, end_date: makeEvent().start_date })
    expect(lines).toEqual(
      expect.arrayContaining([
        "UID:0b0f5d3e-4a3e-4d57-8a53-5a2b7f1f8a10@daina.example",
        "DTSTAMP:20260102T100000Z",
        "LAST-MODIFIED:20260102T100000Z",
        "SEQUENCE:3",
      ]),
    )
    expect(lines.join()).not.toContain("DTEND")
  })

  test.each([
    ["in the first of two repeated hours", { start_date: "2026-10-25T00:30:00.000Z" }],
    ["in the second of two repeated hours", { start_date: "2026-10-25T01:30:00.000Z" }],
    ["in a time zone that has no VTIMEZONE", { time_zone: "Europe/riga" }],
  ])("a start %s is written in UTC", async (_, columns) => {
    const { start_date } = makeEvent(columns)
    const start = start_date.replace(/\.000|[-:]/g, "")
    expect(await readLines(columns)).toContain(`DTSTART:${start}`)
  })

  test("an event has its texts in the reader's language if they are translated", async () => {
    const translations = { lv: { title: "Dejas", description: "Līdz rītam" } }
    const readFileIn = (locale: Locale) =>
      createFile([{ title: "Dance", translations }], { locale })
    expect(await readFileIn("lv")).toMatch(/SUMMARY:Dejas\r\nDESCRIPTION:Līdz rītam/)
    expect(await readFileIn("et")).toContain("SUMMARY:Dance")
  })

  test("a long description is not cut inside an emoji", async () => {
    const family = "👩‍👩‍👧"
    const createText = (descriptionMax: number) =>
      createFile([{ description: `Dance ${family} night` }], { descriptionMax })
    expect(await createText(8)).toContain("DESCRIPTION:Dance …\\n\\n")
    expect(await createText(40)).toContain(`DESCRIPTION:Dance ${family} night\\n\\n`)
  })

  test("each time zone is described once, with the name that the events use", async () => {
    const lines = await readLines({}, {}, { time_zone: "US/Pacific" })
    expect(lines.filter((line) => line.startsWith("TZID:"))).toEqual([
      "TZID:Europe/Riga",
      "TZID:US/Pacific",
    ])
    expect(lines).toContain("DTSTART;TZID=Europe/Riga:20261127T170000")
    expect(lines).toContain("DTSTART;TZID=US/Pacific:20261127T070000")
  })
})
