/** Tests that a calendar feed has exactly the stored dates of a series, as one repeating entry where this is possible. */
import ICAL from "ical.js"
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest"
import { listPublicEvents } from "../../../db/queries/events.ts"
import { createCalendarFile } from "../../../src/features/events/feeds/ics.ts"
import type { PublicEvent } from "../../../src/features/events/schema.ts"
import { getT } from "../../../src/i18n/t.ts"
import { toAbsoluteUrl } from "../../../src/site.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { eventFields, makeTeam, type TestTeam } from "../../support/people/teams.ts"

const { db, app, run, clear } = await openTestDatabase()
let team: TestTeam
vi.stubEnv("SITE", "https://daina.example")
// The tests run in a time zone whose clocks change on other days than in Riga, to find uses of the local time zone.
vi.stubEnv("TZ", "America/New_York")
const owner = await makeMember(db, { displayName: "Owner" })
afterAll(() => void vi.unstubAllEnvs())
beforeEach(async () => {
  await clear("events")
  team = await makeTeam(db, { [owner.id]: "owner" })
})

type Row = PublicEvent & { is_listed: boolean }
const listRows = (): Promise<Row[]> => listPublicEvents(app.as(null))
const fields = {
  ...eventFields,
  start_date: "2027-03-02T18:00:00+02:00",
  end_date: "2027-03-02T20:00:00+02:00",
}
const tuesdaysAndThursdays = {
  frequency: "weekly",
  days: ["TH"],
  until: "2027-11-16",
  except: ["2027-03-09"],
}

async function addSeries(repeat: object = tuesdaysAndThursdays, changes: object = {}) {
  const body = { ...fields, team_id: team.id, repeat, ...changes }
  const { status } = await owner.browser.send("POST", "/api/events", body)
  expect(status).toBe(201)
}

async function readRow(date: string): Promise<Row> {
  const row = (await listRows()).find(({ series }) => series?.date === date)
  if (!row) throw new Error(`The series has no event on ${date}`)
  return row
}
async function editDate(date: string, change: object) {
  const { id, start_date, end_date, updated_at, is_all_day } = await readRow(date)
  const unchanged = { start_date, end_date, updated_at, is_all_day, team_id: team.id }
  const body = { ...fields, ...unchanged, ...change }
  const { status } = await owner.browser.send("PATCH", `/api/events/${id}`, body)
  expect(status).toBe(200)
}
async function deleteDates(date: string, scope = "this") {
  const path = `/api/events/${(await readRow(date)).id}?scope=${scope}`
  await owner.browser.send("DELETE", path)
}

const getText = (component: ICAL.Component, name: string) =>
  String(component.getFirstPropertyValue(name) ?? "")

const makeFeed = async (allRows: Row[]) =>
  createCalendarFile(allRows, {
    locale: "en",
    t: getT("en"),
    toUrl: toAbsoluteUrl,
    path: "/a.ics",
    name: "Daina",
  }).text()

/**
 * Returns all dates that a calendar program finds in the feed, the number of entries, and the number of masters. A master
 * is an entry that does not replace a single date of a repeating entry.
 */
async function readFeed() {
  const file = await makeFeed(await listRows())
  const calendar = new ICAL.Component(ICAL.parse(file))
  const entries = calendar.getAllSubcomponents("vevent")
  const masters = entries.filter((entry) => !entry.hasProperty("recurrence-id"))
  const dates = masters.flatMap((component) => {
    const uid = getText(component, "uid")
    const exceptions = entries.filter(
      (entry) => entry.hasProperty("recurrence-id") && getText(entry, "uid") === uid,
    )
    const master = new ICAL.Event(component, { exceptions })
    const dates = []
    const iterator = master.iterator()
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { startDate, endDate, item } = master.getOccurrenceDetails(next)
      const formatTime = (time: ICAL.Time) =>
        time.isDate ? time.toString() : time.toJSDate().toISOString()
      const { summary: title, location } = item
      const status = getText(item.component, "status")
      const times = { from: formatTime(startDate), to: formatTime(endDate) }
      dates.push({ ...times, title, status, place: location ?? "" })
    }
    return dates
  })
  dates.sort((a, b) => a.from.localeCompare(b.from))
  return { entries: entries.length, masters: masters.length, dates }
}

/** Returns the day in Riga as YYYY-MM-DD, the format of the locale `sv`. */
const formatDay = (iso: string) =>
  new Intl.DateTimeFormat("sv", { timeZone: "Europe/Riga" }).format(new Date(iso))

/** Returns the stored dates in the format of readFeed(). */
async function readDates() {
  const dates = (await listRows()).map((row) => {
    const [from, to] = [row.start_date, row.end_date].map(row.is_all_day ? formatDay : String)
    const status = row.is_cancelled ? "CANCELLED" : "CONFIRMED"
    return { from: from ?? "", to, title: row.title, status, place: row.location ?? "" }
  })
  return dates.sort((a, b) => a.from.localeCompare(b.from))
}

/** Expects that the feed has exactly the stored dates, and these numbers of entries and masters. */
async function expectFeed(counts: { masters?: number; entries?: number } = {}) {
  const feed = await readFeed()
  expect(feed).toMatchObject(counts)
  expect(feed.dates).toEqual(await readDates())
  return feed
}

describe("a series is one repeating entry with exactly the stored dates", () => {
  test("a new series is one entry, although clocks change during the series", async () => {
    await addSeries()
    const { dates } = await expectFeed({ entries: 1 })
    expect(dates.length).toBeGreaterThan(70)
    const hours = new Set(dates.map(({ from }) => from.slice(11)))
    expect(hours).toEqual(new Set(["16:00:00.000Z", "15:00:00.000Z"]))
  })

  test("the feed matches a series after edits, a cancellation, deletions and a split", async () => {
    await addSeries()
    await editDate("2027-03-16", {
      start_date: "2027-03-17T17:00:00.000Z",
      end_date: "2027-03-17T18:00:00.000Z",
    })
    await expectFeed()
    await editDate("2027-03-23", { title: "Rehearsal", location: "Elsewhere" })
    await editDate("2027-04-06", { is_cancelled: true })
    await deleteDates("2027-05-04")
    await deleteDates("2027-03-02")
    await expectFeed({ masters: 1, entries: 4 })

    await editDate("2027-08-03", {
      start_date: "2027-08-03T16:00:00.000Z",
      end_date: "2027-08-03T17:30:00.000Z",
      title: "Autumn practice",
      scope: "following",
    })
    await expectFeed({ masters: 2, entries: 5 })
    await deleteDates("2027-10-05", "following")
    await expectFeed()
  })

  test.each([
    ["every two weeks", { frequency: "biweekly", days: ["SA"], until: "2027-11-16", except: [] }],
    ["by the day of the month", { frequency: "monthly_day", days: [], count: 8, except: [] }],
    [
      "monthly by weekday",
      { frequency: "monthly_weekday", days: [], count: 8, except: ["2027-05-04"] },
    ],
  ])("a series that repeats %s is one entry", async (_, repeat) => {
    await addSeries(repeat)
    await deleteDates("2027-03-02")
    await expectFeed({ masters: 1 })
  })

  test("a series at night has separate entries for the two nights in which the clocks change", async () => {
    await addSeries(
      { frequency: "weekly", days: [], until: "2027-11-13", except: [] },
      { start_date: "2027-03-06T22:00:00+02:00", end_date: "2027-03-07T05:00:00+02:00" },
    )
    // The repeating entry is the master. Two more entries replace its nights with another length.
    await expectFeed({ masters: 1, entries: 3 })
  })

  test("a series of all-day dates is one entry", async () => {
    await addSeries(
      { frequency: "weekly", days: [], until: "2027-11-16", except: ["2027-04-02"] },
      {
        is_all_day: true,
        start_date: "2027-03-25T22:00:00.000Z",
        end_date: "2027-03-27T22:00:00.000Z",
      },
    )
    await expectFeed({ entries: 1 })
  })
})

describe("a feed has a separate entry for each date", () => {
  test.each([
    ["if people sign up for each date", "update events set takes_signups = true"],
    [
      "if most dates are missing",
      "delete from events where series_date > '2027-03-11' and series_date < '2027-11-10'",
    ],
    [
      "if each date was edited",
      "update events set is_detached = true, title = title || series_date",
    ],
    [
      "if one date is in another zone",
      "update events set time_zone = 'Europe/London' where series_date = '2027-03-11'",
    ],
  ])("the dates are separate %s", async (_, sql) => {
    await addSeries()
    await run(sql)
    await expectFeed({ masters: (await listRows()).length })
  })

  test("the dates are separate if an all-day date was moved, or a date is in an hour that occurs twice", async () => {
    await addSeries(
      { frequency: "weekly", days: [], count: 3, except: [] },
      {
        is_all_day: true,
        start_date: "2027-03-01T22:00:00.000Z",
        end_date: "2027-03-02T22:00:00.000Z",
      },
    )
    await editDate("2027-03-09", {
      start_date: "2027-03-09T22:00:00.000Z",
      end_date: "2027-03-10T22:00:00.000Z",
    })
    await addSeries(
      { frequency: "weekly", days: [], count: 3, except: [] },
      { start_date: "2027-10-24T03:30:00+03:00", end_date: "2027-10-24T03:45:00+03:00" },
    )
    await expectFeed({ masters: 6 })
  })
})

test("the entry of a series links to the team, and keeps its UID when dates change", async () => {
  await addSeries()
  const file = await makeFeed(await listRows())
  const uid = /UID:(\S+)/.exec(file)?.[1]
  expect(file).toContain(`URL;VALUE=URI:https://daina.example/teams/${team.slug}`)
  await deleteDates("2027-03-02")
  await editDate("2027-03-11", { title: "Rehearsal" })
  const after = await makeFeed(await listRows())
  expect(new Set(after.match(/UID:(\S+)/g))).toEqual(new Set([`UID:${uid}`]))
  expect(after).toContain("RECURRENCE-ID;TZID=Europe/Riga:20270311T180000")
  expect(after).toContain("/events/practice-2027-03-11")
})
