import { describe, expect, test } from "vitest"
import { makeCalendar, makeEntry, NOW, readLines } from "./fixtures.ts"
import { computeDigest, readCalendar } from "./read.ts"

const START = "DTSTART;TZID=Europe/Riga:20261204T170000"
const NEIGHBOR = ["BEGIN:VEVENT", "UID:ok", "SUMMARY:Neighbor", START, "END:VEVENT"]

/** Reads lines together with an undamaged entry. `titles` does not contain the title of that entry. */
function readWithNeighbor(...lines: string[]) {
  const { events = [], unusable } = readLines(...lines, ...NEIGHBOR) ?? {}
  return {
    titles: events.map(({ title }) => title).filter((title) => title !== "Neighbor"),
    unusable,
    events,
  }
}

describe("a damaged or missing line", () => {
  test.each([
    ["text without a name", ["DESCRIPTION:Bring:", "a coat", "", "Bye"]],
    [
      "a parameter over several lines",
      ["X-PLACE;X-TITLE=71 Street Rd", "Town 3103", "Country:geo:1,2"],
    ],
    ["an open quote", ['ATTENDEE;CN="Ann:mailto:ann@club.example']],
    ["a date of nines", ["DTEND:99999999T999999"]],
    ["a length in words", ["DURATION:1 hour"]],
    ["an empty length", ["DURATION:PT"]],
  ])("is dropped if it is optional: %s", (_, lines) => {
    expect(readWithNeighbor(...makeEntry("UID:a", START, ...lines))).toMatchObject({
      titles: ["Practice"],
      unusable: 0,
    })
  })

  test.each([
    ["no start", []],
    ["a start in words", ["DTSTART:tomorrow"]],
    ["a 30th of February", ["DTSTART:20270230T100000Z"]],
    ["hour 25", ["DTSTART:20270201T250000Z"]],
    ["an exception in words", [START, "RRULE:FREQ=DAILY;COUNT=2", "EXDATE:not on Friday"]],
    [
      "an exception with an open quote",
      [START, "RRULE:FREQ=DAILY;COUNT=2", 'EXDATE;TZID="Riga:20261205T170000'],
    ],
    ["an added date in words", [START, "RDATE:next week"]],
  ])("makes only its own event unusable if it determines the dates: %s", (_, lines) => {
    expect(readWithNeighbor(...makeEntry("UID:a", ...lines))).toMatchObject({
      titles: [],
      unusable: 1,
    })
  })
})

test.each([
  ["a date without VALUE", "DTSTART:20261209", "2026-12-08T22:00:00.000Z"],
  ["dashes and colons", "DTSTART:2026-12-09T18:00:00Z", "2026-12-09T18:00:00.000Z"],
  ["an offset", "DTSTART:2026-12-09T18:00:00+02:00", "2026-12-09T16:00:00.000Z"],
  ["fractions", "DTSTART:2026-12-09T18:00:00.000Z", "2026-12-09T18:00:00.000Z"],
  ["no seconds", "DTSTART;TZID=Europe/Riga:20261209T2200", "2026-12-09T20:00:00.000Z"],
  ["24:00", "DTSTART;TZID=Europe/Riga:20261209T240000", "2026-12-09T22:00:00.000Z"],
  ["a leap second", "DTSTART;TZID=Europe/Riga:20261209T235960", "2026-12-09T22:00:00.000Z"],
])("a start in an unusual notation is read: %s", (_, start, start_date) => {
  const { events } = readWithNeighbor(...makeEntry("UID:a", start))
  expect(events.find(({ uid }) => uid === "a")).toMatchObject({ start_date })
})

describe("an entry without END:VEVENT", () => {
  const unclosedEntry = ["BEGIN:VEVENT", "UID:a", "SUMMARY:Open", START]

  test("is counted as unusable when another entry follows", () => {
    expect(readWithNeighbor(...unclosedEntry)).toMatchObject({ titles: [], unusable: 1 })
  })

  test("is counted as unusable at the end of the text", () => {
    const text = ["BEGIN:VCALENDAR", ...NEIGHBOR, ...unclosedEntry].join("\r\n")
    expect(readCalendar(text, NOW)).toMatchObject({ events: [{ title: "Neighbor" }], unusable: 1 })
  })

  test("is usable if only an alarm inside lacks its END line", () => {
    expect(
      readWithNeighbor(...unclosedEntry, "BEGIN:VALARM", "TRIGGER:-PT15M", "END:VEVENT"),
    ).toMatchObject({
      titles: ["Open"],
      unusable: 0,
    })
  })
})

describe("line ends", () => {
  test.each([
    ["line feeds", "\n"],
    ["carriage returns", "\r"],
  ])("%s end lines", (_, end) => {
    const text = makeCalendar(...makeEntry("UID:a", START)).replaceAll("\r\n", end)
    expect(readCalendar(text, NOW)?.events).toHaveLength(1)
  })
})

describe("the UIDs of events", () => {
  const listUids = (...lines: string[]) =>
    readLines(...lines)?.events.map(({ uid, title }) => [uid, title])
  const makeEntryOn = (day: string, title: string, ...more: string[]) => [
    "BEGIN:VEVENT",
    `SUMMARY:${title}`,
    `DTSTART:202612${day}T100000Z`,
    ...more,
    "END:VEVENT",
  ]

  test("consist of the start and the title for entries without a UID", () => {
    const entries = [...makeEntryOn("09", "One"), ...makeEntryOn("10", "Two")]
    expect(listUids(...entries)).toEqual([
      ["20261209T100000 One", "One"],
      ["20261210T100000 Two", "Two"],
    ])
    const reversedEntries = [...makeEntryOn("10", "Two"), ...makeEntryOn("09", "One")]
    expect(listUids(...reversedEntries)).toEqual(listUids(...entries))
  })

  test("contain the date for entries with the same UID and different dates", () => {
    expect(
      listUids(
        ...makeEntryOn("09", "One", "UID:x"),
        ...makeEntryOn("10", "Two", "UID:x"),
        ...makeEntryOn("11", "Three", "UID:x"),
      ),
    ).toEqual([
      ["x 20261209T100000", "One"],
      ["x 20261210T100000", "Two"],
      ["x 20261211T100000", "Three"],
    ])
  })

  test("stay as in an earlier import if the number of entries with the same UID has changed", () => {
    const [newEvent] = readLines(...makeEntryOn("09", "One", "UID:x"))?.events ?? []
    const text = makeCalendar(
      ...makeEntryOn("09", "One", "UID:x"),
      ...makeEntryOn("10", "Two", "UID:x"),
    )
    const knownDigests: Record<string, string> = newEvent ? { x: computeDigest(newEvent) } : {}
    expect(readCalendar(text, NOW, knownDigests)).toMatchObject({ same: 1 })
    const knownAfterChange = { "x 20261210T100000": "digest" }
    expect(
      readCalendar(makeCalendar(...makeEntryOn("10", "Two", "UID:x")), NOW, knownAfterChange)
        ?.events,
    ).toMatchObject([{ uid: "x 20261210T100000" }])
  })

  test("contain the title for entries with the same UID and the same start", () => {
    const entries = [...makeEntryOn("09", "One", "UID:x"), ...makeEntryOn("09", "Two", "UID:x")]
    expect(listUids(...entries)).toEqual([
      ["x 20261209T100000 One", "One"],
      ["x 20261209T100000 Two", "Two"],
    ])
    expect(readLines(...entries)).toMatchObject({ repeated: 0, unusable: 0 })
    expect(readLines(...entries, ...makeEntryOn("09", "One", "UID:x"))).toMatchObject({
      repeated: 1,
    })
  })

  test("are not repeated: only the newest version of an entry is read, and older versions are counted", () => {
    const imported = readLines(
      ...makeEntryOn("09", "Newest", "UID:x", "SEQUENCE:3"),
      ...makeEntryOn("09", "First", "UID:x"),
      ...makeEntryOn("09", "Second", "UID:x", "SEQUENCE:2"),
    )
    expect(imported).toMatchObject({
      events: [{ uid: "x", title: "Newest" }],
      repeated: 2,
      unusable: 0,
    })
  })
})

test("unchanged events do not count toward the limit of an import", () => {
  const text = makeCalendar(
    ...Array.from({ length: 110 }, (_, index) =>
      makeEntry(
        `UID:${index}`,
        `DTSTART:2027${index < 55 ? "01" : "02"}01T10${String(index % 55).padStart(2, "0")}00Z`,
      ),
    ).flat(),
  )
  const firstImport = readCalendar(text, NOW)
  expect(firstImport).toMatchObject({ more: 10, same: 0 })
  const knownDigests = Object.fromEntries(
    (firstImport?.events ?? []).map((event) => [event.uid, computeDigest(event)]),
  )
  const secondImport = readCalendar(text, NOW, knownDigests)
  expect(secondImport).toMatchObject({ more: 0, same: 100 })
  const newEvents = secondImport?.events.filter(({ uid }) => !(uid in knownDigests))
  expect(newEvents?.map(({ uid }) => uid)).toEqual(
    Array.from({ length: 10 }, (_, index) => `${index + 100}`),
  )
})
