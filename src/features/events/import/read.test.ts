import { describe, expect, test } from "vitest"
import { makeEntry, NOW, readLines } from "./fixtures.ts"
import { readCalendar } from "./read.ts"

const listTimes = (...lines: string[]) =>
  readLines(...lines)?.events.map(({ start_date, end_date }) => [start_date, end_date])

test("an entry becomes an event with local times of its time zone", () => {
  const imported = readLines(
    ...makeEntry(
      "UID:a@x",
      "DTSTART;TZID=Europe/Tallinn:20270310T180000",
      "DTEND;TZID=Europe/Tallinn:20270310T200000",
      "LOCATION:Telliskivi\\, Tallinn",
      "DESCRIPTION:Bring <b>water</b>&amp;snacks<br>See you",
      "URL:https://practice.example/in",
    ),
  )
  expect(imported).toEqual({
    events: [
      {
        uid: "a@x",
        title: "Practice",
        description: "Bring water&snacks\nSee you",
        start_date: "2027-03-10T16:00:00.000Z",
        end_date: "2027-03-10T18:00:00.000Z",
        time_zone: "Europe/Tallinn",
        is_all_day: false,
        location: "Telliskivi, Tallinn",
        registration_url: "https://practice.example/in",
        is_cancelled: false,
      },
    ],
    same: 0,
    past: 0,
    more: 0,
    repeated: 0,
    unusable: 0,
  })
})

test("all-day events end at midnight after the last day", () => {
  expect(
    listTimes(
      ...makeEntry("UID:a", "DTSTART;VALUE=DATE:20270327", "DTEND;VALUE=DATE:20270329"),
      ...makeEntry("UID:b", "DTSTART;VALUE=DATE:20270601"),
    ),
  ).toEqual([
    ["2027-03-26T22:00:00.000Z", "2027-03-28T21:00:00.000Z"],
    ["2027-05-31T21:00:00.000Z", "2027-06-01T21:00:00.000Z"],
  ])
})

describe("a repeating entry", () => {
  const weekly = [
    "UID:w",
    "DTSTART;TZID=Europe/Riga:20270314T180000",
    "DTEND;TZID=Europe/Riga:20270314T200000",
  ]

  test("has UIDs with the original dates, also for changed and canceled dates", () => {
    const imported = readLines(
      ...makeEntry(...weekly, "RRULE:FREQ=WEEKLY;UNTIL=20270404"),
      ...makeEntry(
        "UID:w",
        "RECURRENCE-ID;TZID=Europe/Riga:20270321T180000",
        "DTSTART;TZID=Europe/Riga:20270322T190000",
      ),
      ...makeEntry(
        "UID:w",
        "RECURRENCE-ID:20270328T150000Z",
        "DTSTART;TZID=Europe/Riga:20270328T180000",
        "STATUS:CANCELLED",
      ),
    )
    expect(imported?.events.map((e) => [e.uid, e.start_date, e.is_cancelled])).toEqual([
      ["w 20270314T160000", "2027-03-14T16:00:00.000Z", false],
      ["w 20270321T160000", "2027-03-22T17:00:00.000Z", false],
      ["w 20270328T150000", "2027-03-28T15:00:00.000Z", true],
      ["w 20270404T150000", "2027-04-04T15:00:00.000Z", false],
    ])
  })

  test("without an end is imported for the next year, up to the limit of an import", () => {
    const imported = readLines(
      ...makeEntry("UID:d", "DTSTART;VALUE=DATE:20000101", "RRULE:FREQ=DAILY"),
    )
    expect(imported).toMatchObject({ past: 1, more: 267, unusable: 0 })
    expect(imported?.events).toHaveLength(100)
    expect(imported?.events[0]).toMatchObject({ uid: "d 20261127", is_all_day: true })
  })

  test("keeps whole days when clocks change", () => {
    const times = listTimes(
      ...makeEntry("UID:d", "DTSTART;VALUE=DATE:20270327", "RRULE:FREQ=DAILY;UNTIL=20270329"),
    )
    expect(times).toEqual([
      ["2027-03-26T22:00:00.000Z", "2027-03-27T22:00:00.000Z"],
      ["2027-03-27T22:00:00.000Z", "2027-03-28T21:00:00.000Z"],
      ["2027-03-28T21:00:00.000Z", "2027-03-29T21:00:00.000Z"],
    ])
  })

  test("contains an added date only once if the rule also contains this date", () => {
    expect(
      listTimes(
        ...makeEntry(
          ...weekly,
          "RRULE:FREQ=WEEKLY;COUNT=1",
          "RDATE;TZID=Europe/Riga:20270314T180000,20270401T120000",
        ),
      )?.map(([start]) => start),
    ).toEqual(["2027-03-14T16:00:00.000Z", "2027-04-01T09:00:00.000Z"])
  })
})

test("past and unusable entries are counted", () => {
  expect(
    readLines(
      ...makeEntry("UID:old", "DTSTART:20200101T100000Z"),
      ...makeEntry("UID:none"),
      "BEGIN:VEVENT",
      "UID:untitled",
      "DTSTART:20270101T100000Z",
      "END:VEVENT",
      ...makeEntry(
        "UID:rule",
        "DTSTART:20270101T100000Z",
        "RRULE:FREQ=DAILY;BYHOUR=1,2,3,4,5;BYMINUTE=1,2,3,4,5,6,7,8,9;BYSECOND=1,2,3,4,5,6,7,8,9",
      ),
    ),
  ).toEqual({ events: [], same: 0, past: 1, more: 0, repeated: 0, unusable: 3 })
})

test("a title is shortened to the limit and loses hidden characters", () => {
  const [event] =
    readLines(
      "BEGIN:VEVENT",
      "UID:a",
      `SUMMARY:A\u200bB ${"x".repeat(300)}`,
      "DTSTART:20270101T100000Z",
      "END:VEVENT",
    )?.events ?? []
  expect(event?.title).toHaveLength(200)
  expect(event?.title).toMatch(/^AB x+…$/)
})

test("METHOD:CANCEL cancels all events of a calendar", () => {
  expect(
    readLines("METHOD:CANCEL", ...makeEntry("UID:a", "DTSTART:20270101T100000Z"))?.events,
  ).toMatchObject([{ is_cancelled: true }])
})

test.each(["", "<html><body>Log in</body></html>", "BEGIN:VCARD\r\nEND:VCARD", "BEGIN:VCALENDAR"])(
  "%j is not a calendar",
  (text) => {
    expect(readCalendar(text, NOW)).toBeNull()
  },
)
