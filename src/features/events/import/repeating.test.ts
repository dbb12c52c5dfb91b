import { describe, expect, test } from "vitest"
import { listStarts, makeEntry, readLines } from "./fixtures.ts"

const listDates = (...lines: string[]) => listStarts(...lines)?.map((start) => start.slice(5))
/** Returns the starts and ends without the year and seconds. */
const listTimes = (...lines: string[]) =>
  readLines(...lines)?.events.map(({ start_date, end_date }) => [
    start_date.slice(5, 16),
    end_date.slice(5, 16),
  ])

/** A start at 18:00 in Riga, which is 16:00 in UTC. */
const EVENING = "DTSTART;TZID=Europe/Riga:20261201T180000"

describe("a series in UTC", () => {
  test("repeats on its weekdays in UTC, even if Riga already has the next day", () => {
    expect(
      listDates(
        ...makeEntry("UID:a", "DTSTART:20261201T230000Z", "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3"),
      ),
    ).toEqual(["12-01T23:00", "12-08T23:00", "12-15T23:00"])
  })

  test("keeps its UTC hour when clocks change, also for excluded, moved and canceled dates", () => {
    const imported = readLines(
      ...makeEntry(
        "UID:a",
        "DTSTART:20270315T160000Z",
        "RRULE:FREQ=WEEKLY;COUNT=6",
        "EXDATE:20270405T160000Z",
      ),
      ...makeEntry("UID:a", "RECURRENCE-ID:20270412T160000Z", "DTSTART:20270412T170000Z"),
      ...makeEntry(
        "UID:a",
        "RECURRENCE-ID:20270419T160000Z",
        "DTSTART:20270419T160000Z",
        "STATUS:CANCELLED",
      ),
    )
    expect(
      imported?.events.map((event) => [event.start_date.slice(5, 16), event.is_cancelled]),
    ).toEqual([
      ["03-15T16:00", false],
      ["03-22T16:00", false],
      ["03-29T16:00", false],
      ["04-12T17:00", false],
      ["04-19T16:00", true],
    ])
  })
})

describe("the last date of a series", () => {
  const readUntil = (start: string, until: string) =>
    listDates(...makeEntry("UID:a", start, `RRULE:FREQ=WEEKLY;UNTIL=${until}`))?.at(-1)

  test.each([
    ["a date", EVENING, "20261215", "12-15T16:00"],
    ["a time without a time zone", EVENING, "20261215T180000", "12-15T16:00"],
    [
      "a time without a time zone, before the last start",
      EVENING,
      "20261215T175959",
      "12-08T16:00",
    ],
    ["a time without seconds", EVENING, "20261215T1600Z", "12-15T16:00"],
    ["a time in UTC", EVENING, "20261215T160000Z", "12-15T16:00"],
    [
      "a date, for a start far west of Riga",
      "DTSTART;TZID=America/Los_Angeles:20261201T180000",
      "20261215",
      "12-16T02:00",
    ],
    [
      "a time without a zone, for a start without a zone",
      "DTSTART:20261201T180000",
      "20261215T180000",
      "12-15T16:00",
    ],
    [
      "a date, for a start after local midnight",
      "DTSTART;TZID=Europe/Riga:20261201T003000",
      "20261214",
      "12-07T22:30",
    ],
    [
      "a time in UTC, for whole days",
      "DTSTART;VALUE=DATE:20261201",
      "20261215T070000Z",
      "12-14T22:00",
    ],
    [
      "local midnight in UTC, for whole days",
      "DTSTART;VALUE=DATE:20261201",
      "20261214T220000Z",
      "12-14T22:00",
    ],
    [
      "midnight in UTC, for a whole day",
      "DTSTART;VALUE=DATE:20261201",
      "20261215T000000Z",
      "12-14T22:00",
    ],
    ["a date, for a series in UTC", "DTSTART:20261201T233000Z", "20261215", "12-15T23:30"],
  ])("is found for an UNTIL that is %s", (_, start, until, last) => {
    expect(readUntil(start, until)).toBe(last)
  })
})

describe("an excluded date", () => {
  const listWeeklyDates = (start: string, ...more: string[]) =>
    listDates(...makeEntry("UID:a", start, "RRULE:FREQ=WEEKLY;COUNT=3", ...more))
  const withoutSecondDate = ["12-01T16:00", "12-15T16:00"]
  const wholeDay = "DTSTART;VALUE=DATE:20261201"

  test.each([
    ["a date, for a time", EVENING, "EXDATE;VALUE=DATE:20261208", withoutSecondDate],
    ["a date without VALUE", EVENING, "EXDATE:20261208", withoutSecondDate],
    ["a time without a time zone", EVENING, "EXDATE:20261208T180000", withoutSecondDate],
    ["a time in UTC", EVENING, "EXDATE:20261208T160000Z", withoutSecondDate],
    [
      "the same time in another zone",
      EVENING,
      "EXDATE;TZID=Asia/Seoul:20261209T010000",
      withoutSecondDate,
    ],
    [
      "a different hour",
      EVENING,
      "EXDATE:20261208T170000",
      ["12-01T16:00", "12-08T16:00", "12-15T16:00"],
    ],
    ["an empty value", EVENING, "EXDATE:", ["12-01T16:00", "12-08T16:00", "12-15T16:00"]],
    ["a time, for a whole day", wholeDay, "EXDATE:20261208T000000", ["11-30T22:00", "12-14T22:00"]],
    [
      "local midnight in UTC, for a whole day",
      wholeDay,
      "EXDATE:20261207T220000Z",
      ["11-30T22:00", "12-14T22:00"],
    ],
    [
      "midnight in UTC, for a whole day",
      wholeDay,
      "EXDATE:20261208T000000Z",
      ["11-30T22:00", "12-14T22:00"],
    ],
    [
      "a time in a zone far east",
      "DTSTART;TZID=Asia/Seoul:20261201T180000",
      "EXDATE:20261208T180000",
      ["12-01T09:00", "12-15T09:00"],
    ],
  ])("is removed only if it matches: %s", (_, start, excluded, left) => {
    expect(listWeeklyDates(start, excluded)).toEqual(left)
  })
})

describe("a changed date", () => {
  test.each([
    ["by its date", EVENING, "RECURRENCE-ID;VALUE=DATE:20261208"],
    ["by its hour without a time zone", EVENING, "RECURRENCE-ID:20261208T180000"],
    ["by its time in UTC", EVENING, "RECURRENCE-ID:20261208T160000Z"],
    ["of whole days, by midnight", "DTSTART;VALUE=DATE:20261201", "RECURRENCE-ID:20261208T000000"],
  ])("identified %s replaces the original date", (_, start, date) => {
    const imported = readLines(
      ...makeEntry("UID:a", start, "RRULE:FREQ=WEEKLY;COUNT=3"),
      ...makeEntry("UID:a", date, "DTSTART;TZID=Europe/Riga:20261209T100000"),
    )
    expect(imported?.events.map((event) => event.start_date.slice(8, 16))).toEqual([
      start === EVENING ? "01T16:00" : "30T22:00",
      "09T08:00",
      start === EVENING ? "15T16:00" : "14T22:00",
    ])
  })

  test("also replaces the only date of an entry that does not repeat", () => {
    const imported = readLines(
      ...makeEntry("UID:a", EVENING),
      ...makeEntry("UID:a", "RECURRENCE-ID:20261201T160000Z", "DTSTART:20261202T160000Z"),
    )
    expect(imported?.events).toMatchObject([{ start_date: "2026-12-02T16:00:00.000Z" }])
    expect(imported).toMatchObject({ repeated: 0, unusable: 0 })
  })
})

describe("when clocks go forward", () => {
  /** A start on the evening before clocks go forward in Riga. */
  const saturday = "DTSTART;TZID=Europe/Riga:20270327T220000"

  test.each([
    ["an entry of one day ends at the same local time", "P1D", "03-28T19:00"],
    ["an entry of one week ends at the same local time", "P1W", "04-03T19:00"],
    ["an entry of a day and two hours ends two hours later", "P1DT2H", "03-28T21:00"],
    ["an entry of 24 hours ends exactly 24 hours later", "PT24H", "03-28T20:00"],
  ])("%s", (_, duration, end) => {
    expect(listTimes(...makeEntry("UID:a", saturday, `DURATION:${duration}`))).toEqual([
      ["03-27T20:00", end],
    ])
  })

  test("each date of a daily series ends at the same local time", () => {
    expect(
      listTimes(...makeEntry("UID:a", saturday, "DURATION:P1D", "RRULE:FREQ=DAILY;COUNT=2")),
    ).toEqual([
      ["03-27T20:00", "03-28T19:00"],
      ["03-28T19:00", "03-29T19:00"],
    ])
  })

  test("the end moves together with a start in the skipped hour", () => {
    const night = [
      "DTSTART;TZID=Europe/Riga:20270328T033000",
      "DTEND;TZID=Europe/Riga:20270328T043000",
    ]
    expect(listTimes(...makeEntry("UID:a", ...night, "RRULE:FREQ=WEEKLY;COUNT=2"))).toEqual([
      ["03-28T01:30", "03-28T02:30"],
      ["04-04T00:30", "04-04T01:30"],
    ])
  })
})

test("a past series is counted and not imported", () => {
  const series = makeEntry(
    "UID:a",
    "DTSTART:20200101T100000Z",
    "RRULE:FREQ=WEEKLY;UNTIL=20210101T000000Z",
  )
  expect(readLines(...series)).toMatchObject({ events: [], past: 1 })
})

test("only the first date of a series that starts in more than a year is imported", () => {
  const series = makeEntry("UID:b", "DTSTART:20290101T100000Z", "RRULE:FREQ=YEARLY")
  expect(readLines(...series)).toMatchObject({
    events: [{ uid: "b 20290101T100000", start_date: "2029-01-01T10:00:00.000Z" }],
  })
})

test.each([
  ["in small letters", "freq=weekly;count=2;byday=tu"],
  ["with spaces", "FREQ=WEEKLY; COUNT=2; BYDAY=TU, "],
  ["with a part that has no value", "FREQ=WEEKLY;WKST=;COUNT=2"],
])("a rule written %s is read", (_, rule) => {
  expect(listDates(...makeEntry("UID:a", EVENING, `RRULE:${rule}`))).toEqual([
    "12-01T16:00",
    "12-08T16:00",
  ])
})

test.each(["FREQ=SOMETIMES", "FREQ=WEEKLY;UNTIL=soon", "COUNT=2"])(
  "an invalid rule is counted as unusable, not imported as a single date: %s",
  (rule) => {
    const imported = readLines(...makeEntry("UID:a", EVENING, `RRULE:${rule}`))
    expect([imported?.events.length, imported?.unusable]).toEqual([0, 1])
  },
)
