import { describe, expect, test } from "vitest"
import {
  listStarts,
  listStartsAndZones,
  makeEntry,
  makeFixedZone,
  makeSeasonalZone,
} from "./fixtures.ts"

const makeNoonEntry = (tzid: string) => makeEntry("UID:a", `DTSTART;TZID=${tzid}:20261210T120000`)

describe("a time zone that the calendar describes", () => {
  test.each([
    [
      "a Windows name",
      "GMT Standard Time",
      makeSeasonalZone("GMT Standard Time", "+0000", "+0100"),
      "12:00",
      "Europe/London",
    ],
    ["an abbreviation", "BST", makeSeasonalZone("BST", "+0000", "+0100"), "12:00", "Europe/London"],
    [
      "a translated name",
      '"Mitteleuropäische Zeit"',
      makeSeasonalZone("Mitteleuropäische Zeit", "+0100", "+0200", ["03", "02"]),
      "11:00",
      "Europe/Berlin",
    ],
    [
      "a Windows name without daylight saving time",
      "Korea Standard Time",
      makeFixedZone("Korea Standard Time", "+0900"),
      "03:00",
      "Asia/Seoul",
    ],
    [
      "Moscow",
      "Russian Standard Time",
      makeFixedZone("Russian Standard Time", "+0300"),
      "09:00",
      "Europe/Moscow",
    ],
    [
      "a name that contradicts the description",
      "Europe/London",
      makeFixedZone("Europe/London", "+0900"),
      "03:00",
      "Asia/Seoul",
    ],
    [
      "UTC, which is replaced with the default zone",
      "Club time",
      makeFixedZone("Club time", "+0000"),
      "12:00",
      "Europe/Riga",
    ],
    ["clocks that no IANA zone has", "Own", makeFixedZone("Own", "+0017"), "11:43", "Europe/Riga"],
    [
      "only standard time",
      "Europe/London",
      makeFixedZone("Europe/London", "+0100"),
      "11:00",
      "Europe/London",
    ],
  ])(
    "has the described clocks, and its events are shown in an IANA zone: %s",
    (_, tzid, zone, time, time_zone) => {
      expect(listStartsAndZones(...zone, ...makeNoonEntry(tzid))).toEqual([
        [`2026-12-10T${time}`, time_zone, undefined],
      ])
    },
  )

  test.each([
    [
      "the name is escaped only in the entry",
      '"(UTC+00:00) Dublin\\, London"',
      "(UTC+00:00) Dublin\\, London",
    ],
    ["the name is quoted only in the description", "BST", '"BST"'],
    ["the description follows the entry", "BST", "BST"],
  ])("is found if %s", (_, tzid, name) => {
    const zone = makeSeasonalZone(name, "+0100", "+0200", ["03", "02"])
    expect(listStartsAndZones(...makeNoonEntry(tzid), ...zone)).toEqual([
      ["2026-12-10T11:00", "Europe/Berlin", undefined],
    ])
  })

  test("may have offsets with colons, and its name is not case-sensitive", () => {
    expect(
      listStartsAndZones(...makeFixedZone("CLUB", "+09:00"), ...makeNoonEntry("Club")),
    ).toEqual([["2026-12-10T03:00", "Asia/Seoul", undefined]])
  })

  test.each([
    ["no lines", []],
    ["an offset in words", makeFixedZone("Europe/London", "nine").slice(2, -1)],
  ])("is found by its name if the description has %s", (_, lines) => {
    const zone = ["BEGIN:VTIMEZONE", "TZID:Europe/London", ...lines, "END:VTIMEZONE"]
    expect(listStartsAndZones(...zone, ...makeNoonEntry("Europe/London"))).toEqual([
      ["2026-12-10T12:00", "Europe/London", undefined],
    ])
  })

  test("is shown in the time zone of X-LIC-LOCATION if no IANA zone has the described clocks", () => {
    const [begin = "", tzid = "", ...rest] = makeFixedZone("Club", "+0017")
    const zone = [begin, tzid, "X-LIC-LOCATION:Europe/London", ...rest]
    expect(listStartsAndZones(...zone, ...makeNoonEntry("Club"))).toEqual([
      ["2026-12-10T11:43", "Europe/London", undefined],
    ])
  })

  test("determines the dates of a series", () => {
    const zone = makeSeasonalZone("Own", "+0017", "+0117")
    expect(
      listStarts(
        ...zone,
        ...makeEntry("UID:a", "DTSTART;TZID=Own:20270322T120000", "RRULE:FREQ=WEEKLY;COUNT=2"),
      ),
    ).toEqual(["2027-03-22T11:43", "2027-03-29T10:43"])
  })
})

describe("a time zone without a description is found by its name", () => {
  test.each([
    ["Europe/London", "12:00", "Europe/London"],
    ['"Europe/London"', "12:00", "Europe/London"],
    ["europe/london", "12:00", "Europe/London"],
    ["/freeassociation.sourceforge.net/Tzfile/Europe/London", "12:00", "Europe/London"],
    ["/citadel.org/20210210_1/Europe/London", "12:00", "Europe/London"],
    ["/x.example/America/Argentina/Buenos_Aires", "15:00", "America/Argentina/Buenos_Aires"],
    ["America/Port-au-Prince", "17:00", "America/Port-au-Prince"],
    ["tzone://Microsoft/Utc", "12:00", "Europe/Riga"],
    ["Etc/GMT-1", "11:00", "Etc/GMT-1"],
    ["GMT+0100", "11:00", "Etc/GMT-1"],
    ["UTC+01:00", "11:00", "Etc/GMT-1"],
    ["UTC-05:30", "17:30", "Europe/Riga"],
    ["(UTC) Coordinated Universal Time", "12:00", "Europe/Riga"],
    ["GMT Standard Time", "12:00", "Europe/London"],
    ["korea standard time", "03:00", "Asia/Seoul"],
    ["FLE Standard Time", "10:00", "Europe/Riga"],
    ['"W. Europe Standard Time 1"', "11:00", "Europe/Berlin"],
    ['"(UTC+01:00) Amsterdam\\, Berlin\\, Bern\\, Rome"', "11:00", "Europe/Berlin"],
    ['"(UTC+02:00) Helsinki, Kyiv, Riga, Sofia, Tallinn, Vilnius"', "10:00", "Europe/Riga"],
    ["(GMT+09.00) Seoul", "03:00", "Asia/Seoul"],
    ['"(UTC-05:00) Eastern Time (US & Canada)"', "17:00", "America/New_York"],
    ["AET", "01:00", "Australia/Sydney"],
    ["KST", "03:00", "Asia/Seoul"],
  ])("%s", (tzid, time, time_zone) => {
    expect(listStartsAndZones(...makeNoonEntry(tzid))).toEqual([
      [`2026-12-10T${time}`, time_zone, undefined],
    ])
  })

  test.each(["Customized Time Zone", "BST", "IST", "(UTC+05:00) Nowhere", "Europe/Atlantis"])(
    "%s is unknown: the event has the default clocks and names the unknown zone",
    (tzid) => {
      expect(listStartsAndZones(...makeNoonEntry(tzid))).toEqual([
        ["2026-12-10T10:00", "Europe/Riga", tzid],
      ])
    },
  )
})

describe("the time zone of a calendar", () => {
  const entries = [
    ...makeEntry("UID:a", "DTSTART:20261209T173000Z"),
    ...makeEntry("UID:b", "DTSTART;VALUE=DATE:20261209"),
    ...makeEntry("UID:c", "DTSTART:20261209T120000"),
  ]

  test.each(["UTC", "Etc/UTC", "GMT", "tzone://Microsoft/Utc"])(
    "is ignored if it is UTC: %s",
    (zone) => {
      expect(listStartsAndZones(`X-WR-TIMEZONE:${zone}`, ...entries)).toEqual([
        ["2026-12-08T22:00", "Europe/Riga", undefined],
        ["2026-12-09T10:00", "Europe/Riga", undefined],
        ["2026-12-09T17:30", "Europe/Riga", undefined],
      ])
    },
  )

  test("applies to days and to times in UTC or without a time zone", () => {
    expect(listStartsAndZones("X-WR-TIMEZONE:Korea Standard Time", ...entries)).toEqual([
      ["2026-12-08T15:00", "Asia/Seoul", undefined],
      ["2026-12-09T03:00", "Asia/Seoul", undefined],
      ["2026-12-09T17:30", "Asia/Seoul", undefined],
    ])
  })

  test("is reported as unknown only for times that depend on it", () => {
    expect(listStartsAndZones("X-WR-TIMEZONE:Club time", ...entries)).toEqual([
      ["2026-12-08T22:00", "Europe/Riga", "Club time"],
      ["2026-12-09T10:00", "Europe/Riga", "Club time"],
      ["2026-12-09T17:30", "Europe/Riga", undefined],
    ])
  })
})
