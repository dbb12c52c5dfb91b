import { beforeEach, describe, expect, test } from "vitest"
import { expectErrors } from "../../support/browser-like.ts"
import type { Member } from "../../support/people/members.ts"
import { makeTeam } from "../../support/people/teams.ts"
import {
  getDayFromNow,
  makeTimes,
  openSeriesTest,
  type SeriesRow,
  seriesFields,
  TUESDAY,
  weeklyRule,
} from "./support/series.ts"

const {
  db,
  owner,
  memberWithoutRight,
  stranger,
  addEvent,
  addWeeklySeries,
  listRows,
  listColumn,
  readSeries,
  readRow,
  editDate,
  deleteDates,
  addLongSeries,
  runExtension,
  getTeamId,
} = await openSeriesTest()
describe("editing", () => {
  test("a date of a series can be changed individually, also to another day", async () => {
    await addWeeklySeries()
    const slugs = await listColumn("slug")
    const show = { title: "Show", ...makeTimes("2027-03-05", "10") }
    const { status, json } = await editDate("2027-03-04", show)
    expect([status, json["series"]]).toMatchObject([200, { date: "2027-03-04", is_detached: true }])
    expect((await listColumn("title")).filter((title) => title === "Show")).toHaveLength(1)
    expect(await listColumn("slug")).toEqual(slugs)
  })

  test("a change of all dates keeps the day of each date, and does not change edited dates", async () => {
    await addWeeklySeries()
    await editDate("2027-03-04", { title: "Show" })
    const slugs = await listColumn("slug")
    const longer = { start_date: "2027-03-16T17:00:00Z", end_date: "2027-03-16T20:00:00Z" }
    const { status } = await editDate("2027-03-16", { title: "Longer", scope: "all", ...longer })
    expect(status).toBe(200)
    expect(await listColumn("slug")).toEqual(slugs)
    expect((await listColumn("title")).filter((title) => title === "Longer")).toHaveLength(8)
    const show = { title: "Show", start_date: "2027-03-04T16:00:00.000Z" }
    expect(await readRow("2027-03-04")).toMatchObject(show)
    const summer = { start_date: "2027-03-30T16:00:00.000Z", end_date: "2027-03-30T19:00:00.000Z" }
    expect(await readRow("2027-03-30")).toMatchObject(summer)
  })

  test("a change of the following dates makes them a new series with the same rows", async () => {
    await addWeeklySeries()
    await editDate("2027-03-25", { title: "Show" })
    const ids = await listColumn("id")
    const { status, json } = await editDate("2027-03-18", { title: "Later", scope: "following" })
    expect(status).toBe(200)
    expect(await listColumn("id")).toEqual(ids)
    expect(await listColumn("title")).toEqual([
      ...Array(4).fill("Practice"),
      "Later",
      "Later",
      "Show",
      "Later",
      "Later",
    ])
    const { id } = Object(json["series"])
    expect((await listColumn("series_id")).slice(4)).toEqual(Array(5).fill(id))
    expect(await readSeries()).toMatchObject([
      { first: TUESDAY, until: "2027-03-17" },
      { first: "2027-03-18", until: "2027-04-01" },
    ])
  })

  describe("in a split series with an individually moved date", () => {
    const readLocations = () => db.many<{ series_date: string; location: string | null }>`
      select series_date, location from events order by series_date`
    /** Moves March 11 to a Friday. Then starts March 18 and all later dates an hour later, which splits the series. */
    beforeEach(async () => {
      await addWeeklySeries()
      await editDate("2027-03-11", { title: "Show", ...makeTimes("2027-03-12", "10") })
      const laterTimes = { start_date: "2027-03-18T17:00:00Z", end_date: "2027-03-18T19:00:00Z" }
      expect((await editDate("2027-03-18", { scope: "following", ...laterTimes })).status).toBe(200)
      expect(await readSeries()).toHaveLength(2)
    })
    const newLocation = { title: "Practice", location: "Hall 2", scope: "all" }

    test.each(["2027-03-04", "2027-03-30"])(
      "a change of all dates, made at %s, changes both parts of the split series",
      async (date) => {
        const before = await listRows()
        expect((await editDate(date, newLocation)).status).toBe(200)
        for (const { series_date, location } of await readLocations()) {
          expect(location, series_date).toBe(series_date === "2027-03-11" ? null : "Hall 2")
        }
        const getTimesAndTitle = ({ start_date, end_date, title }: SeriesRow) => [
          start_date,
          end_date,
          title,
        ]
        const timesAndTitles = (await listRows()).map(getTimesAndTitle)
        expect(timesAndTitles, "unchanged").toEqual(before.map(getTimesAndTitle))
      },
    )

    test("a change of all dates can include edited dates, which keep their other values", async () => {
      const { json } = await editDate("2027-03-04", { ...newLocation, with_edited: true })
      expect(json["location"]).toBe("Hall 2")
      expect((await readLocations()).every(({ location }) => location === "Hall 2")).toBe(true)
      const show = { title: "Show", start_date: "2027-03-12T10:00:00.000Z", is_detached: true }
      expect(await readRow("2027-03-11")).toMatchObject(show)
    })

    test("a new time of all dates changes both parts of the split series, but not the days", async () => {
      const newTimes = { start_date: "2027-03-04T12:00:00Z", end_date: "2027-03-04T13:00:00Z" }
      await editDate("2027-03-04", { scope: "all", with_edited: true, ...newTimes })
      expect(await listColumn("start_date")).toEqual([
        ...["02", "04", "12", "16", "18", "23", "25"].map((day) => `2027-03-${day}T12:00:00.000Z`),
        "2027-03-30T11:00:00.000Z",
        "2027-04-01T11:00:00.000Z",
      ])
      expect(await readSeries()).toMatchObject([{ hour: "14:00:00" }, { hour: "14:00:00" }])
    })

    test('the scope "following" may start at a moved date, and includes the later part of the series', async () => {
      const { start_date, end_date } = await readRow("2027-03-11")
      const change = { start_date, end_date, title: "Show", location: "Hall 3", scope: "following" }
      expect((await editDate("2027-03-11", change)).status).toBe(200)
      const changed = (await readLocations()).filter(({ location }) => location === "Hall 3")
      const dates = changed.map(({ series_date }) => series_date)
      expect(dates).toEqual((await listColumn("series_date")).slice(2))
      expect(await readSeries()).toEqual([
        { first: TUESDAY, hour: "18:00:00", until: "2027-03-10" },
        { first: "2027-03-11", hour: "18:00:00", until: "2027-03-17" },
        { first: "2027-03-18", hour: "19:00:00", until: "2027-04-01" },
      ])
    })

    test("deletions include the later part of the split series", async () => {
      await deleteDates("2027-03-16", "following")
      expect(await listColumn("series_date")).toEqual([TUESDAY, "2027-03-04", "2027-03-11"])
      await deleteDates("2027-03-04", "all")
      expect([await listRows(), await readSeries()]).toEqual([[], []])
    })

    test("members of the team see the dates of the series", async () => {
      const { id } = await readRow("2027-03-30")
      const getDates = async (member: Member) => member.browser.get(`/api/events/${id}/series`)
      const { json } = await getDates(memberWithoutRight)
      expect(json["dates"]).toMatchObject(
        (await listRows()).map(({ series_date: date, is_detached }) => ({ date, is_detached })),
      )
      expect((await getDates(stranger)).json).toEqual({ dates: [] })
    })

    test("a change of all dates does not change another series of the team", async () => {
      const other = await addEvent({ title: "Other", repeat: { ...weeklyRule, except: [] } })
      expect(other.status).toBe(201)
      await editDate("2027-03-04", newLocation)
      await db.one`delete from events where title <> 'Other'`
      expect((await readLocations()).filter(({ location }) => location !== null)).toEqual([])
    })
  })

  test("a change of the first and all following dates leaves only one series", async () => {
    await addWeeklySeries()
    await editDate(TUESDAY, { scope: "following", title: "All" })
    expect(await readSeries()).toHaveLength(1)
    expect(await listColumn("title")).toEqual(Array(9).fill("All"))
  })

  test("a cancellation of all dates includes edited dates", async () => {
    await addWeeklySeries()
    await editDate("2027-03-04", { title: "Show" })
    await editDate("2027-03-16", { scope: "all", is_cancelled: true })
    expect(await listColumn("is_cancelled")).toEqual(Array(9).fill(true))
    expect((await readRow("2027-03-04")).title).toBe("Show")
  })

  test("only a single date can move to another day or team", async () => {
    await addWeeklySeries()
    const otherDay = { scope: "all", ...makeTimes("2027-03-05", "10") }
    expectErrors(await editDate("2027-03-04", otherDay), { start_date: "series_day" })
    const other = await makeTeam(db, { [owner.id]: "owner" })
    const otherTeam = { scope: "following", team_id: other.id }
    expectErrors(await editDate("2027-03-04", otherTeam), { team_id: "series_team" })
    const movedEvent = await editDate("2027-03-04", { team_id: other.id })
    expect([movedEvent.status, movedEvent.json["series"]]).toEqual([200, null])
  })

  test("a change of all dates from an outdated form is refused", async () => {
    await addWeeklySeries()
    const stale = { scope: "all", title: "Mine", updated_at: "2027-01-01T00:00:00.000Z" }
    expect((await editDate("2027-03-04", stale)).json["code"]).toBe("stale")
    expect(await listColumn("title")).toEqual(Array(9).fill("Practice"))
  })

  test("a change of all dates of an event without a series is refused", async () => {
    const { id, updated_at } = (await addEvent({ title: "Lone" })).json
    const body = { ...seriesFields, team_id: getTeamId(), updated_at, scope: "all" }
    const refused = await owner.browser.send("PATCH", `/api/events/${id}`, body)
    expect(refused.status).toBe(422)
  })

  test.each(["this", "following", "all"])(
    "members without the right cannot edit or delete with the scope %s",
    async (scope) => {
      await addWeeklySeries()
      for (const member of [stranger, memberWithoutRight]) {
        const { status } = await editDate("2027-03-04", { scope, title: "Theirs" }, member)
        expect(status).toBe(member === memberWithoutRight ? 403 : 404)
        expect((await deleteDates("2027-03-04", scope, member)).status).toBe(404)
      }
      expect(await listColumn("title")).toEqual(Array(9).fill("Practice"))
      expect(await readSeries()).toMatchObject([{ until: "2027-04-01" }])
    },
  )
})

describe("sign-up settings", () => {
  const settings = {
    takes_signups: true,
    max_participants: 12,
    signup_from: null,
    signup_until: "2027-03-16T12:00:00+02:00",
    guests_max: 0,
    offers_places: false,
    signup_questions: [{ id: "level", text: "Level", choices: [] }],
  }
  const saveSettings = async (date: string, scope: string, member = owner) => {
    const path = `/api/events/${(await readRow(date)).id}/signup-settings`
    return member.browser.send("PATCH", path, { ...settings, scope })
  }
  const readDatesWithSettings = () => db.many<{ day: string; until: string | null }>`
    select series_date as day, signup_until as until from events
    where takes_signups and max_participants = 12 and signup_questions <> '[]' order by series_date`

  test("sign-up settings apply to one date, the following dates or all dates", async () => {
    await addWeeklySeries()
    await saveSettings("2027-03-16", "this")
    expect(await readDatesWithSettings()).toEqual([
      { day: "2027-03-16", until: "2027-03-16T10:00:00.000Z" },
    ])
    await saveSettings("2027-03-16", "following")
    const listDays = async () => (await readDatesWithSettings()).map(({ day }) => day)
    const dates = await listColumn("series_date")
    expect(await listDays()).toEqual(dates.slice(3))
    const noonInSummer = "2027-04-01T09:00:00.000Z"
    const lastDate = (await readDatesWithSettings()).at(-1)
    expect(lastDate?.until, "the same local time after the clock change").toBe(noonInSummer)
    await db.one`
      update events set start_date = '2020-03-02T16:00:00Z', end_date = '2020-03-02T18:00:00Z'
      where series_date = ${TUESDAY}`
    expect((await saveSettings("2027-03-16", "all")).status).toBe(200)
    expect(await listDays(), "without the past date").toEqual(dates.slice(1))
    await editDate("2027-03-23", { scope: "following", title: "Later" })
    await db.one`update events set takes_signups = false`
    await saveSettings("2027-03-11", "all")
    expect(await listDays(), "all parts of a split series").toEqual(dates.slice(1))
  })

  test("sign-up settings with an unknown scope, or by a member without the right, are refused", async () => {
    await addWeeklySeries()
    expectErrors(await saveSettings("2027-03-16", "none"), { scope: "invalid" })
    expect((await saveSettings("2027-03-16", "all", memberWithoutRight)).status).toBe(403)
    expect(await readDatesWithSettings()).toEqual([])
  })

  test("sign-up settings apply to dates that are added later", async () => {
    await addLongSeries()
    const [firstRow] = await listRows()
    await saveSettings(firstRow?.series_date ?? "", "all")
    await db.one`delete from events where series_date > ${getDayFromNow(300)}::date`
    await db.one`update event_series set generated_until = ${getDayFromNow(300)}::date`
    const count = (await readDatesWithSettings()).length
    await runExtension()
    const after = await readDatesWithSettings()
    expect(after.length).toBeGreaterThan(count)
    /** Returns the milliseconds from the end of sign-up to the start of the day. */
    const getLeadTime = (day = "", until: string | null = "") =>
      Date.parse(day) - Date.parse(until ?? "")
    const [first, last] = [after.at(0), after.at(-1)]
    const difference = getLeadTime(last?.day, last?.until) - getLeadTime(first?.day, first?.until)
    expect(Math.abs(difference), "at most an hour, by a clock change").toBeLessThanOrEqual(
      3_600_000,
    )
  })
})
