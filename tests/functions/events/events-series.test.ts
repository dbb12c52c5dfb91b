import { describe, expect, test } from "vitest"
import { expectErrors } from "../../support/browser-like.ts"
import { adminEventFields } from "../../support/people/admin.ts"
import { makeEvent } from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"
import {
  getDayFromNow,
  makeRule,
  makeTimes,
  openSeriesTest,
  seriesTimes,
  TUESDAY,
  weeklyRule,
} from "./support/series.ts"

const {
  db,
  auth,
  clear,
  owner,
  memberWithoutRight,
  stranger,
  superAdmin,
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
} = await openSeriesTest()
const builds = startBuildHook()

describe("adding", () => {
  test("each date of a series gets a row with the same local hour", async () => {
    const first = await addWeeklySeries()
    expect(first).toMatchObject({
      slug: "practice-2027-03-02",
      start_date: "2027-03-02T16:00:00.000Z",
      may_edit: true,
      series: { rule: "FREQ=WEEKLY;BYDAY=TU,TH", date: TUESDAY, is_detached: false },
    })
    const makeDayTimes = (summerHour: number) => [
      ...["02", "04", "11", "16", "18", "23", "25"].map(
        (day) => `2027-03-${day}T${summerHour + 1}:00:00.000Z`,
      ),
      `2027-03-30T${summerHour}:00:00.000Z`,
      `2027-04-01T${summerHour}:00:00.000Z`,
    ]
    expect([await listColumn("start_date"), await listColumn("end_date")]).toEqual([
      makeDayTimes(15),
      makeDayTimes(17),
    ])
    expect(builds.calls, "a team-only series requests no build").toEqual([])
  })

  test.each<[repeat: object, days: string[]]>([
    [makeRule(3, "biweekly"), ["2027-03-02", "2027-03-16", "2027-03-30"]],
    [makeRule(3, "monthly_day"), ["2027-03-02", "2027-04-02", "2027-05-02"]],
    [makeRule(3, "monthly_weekday", ["2027-04-06"]), ["2027-03-02", "2027-05-04"]],
    [makeRule(2, "weekly", [TUESDAY]), ["2027-03-09"]],
  ])("the rule %j gives the dates %j", async (repeat, days) => {
    const { json } = await addEvent({ repeat })
    expect(await listColumn("series_date")).toEqual(days)
    expect(json["series"]).toMatchObject({ date: days[0] })
  })

  test("all-day events repeat as whole days", async () => {
    const days = { start_date: "2027-03-26T22:00:00.000Z", end_date: "2027-03-28T21:00:00.000Z" }
    expect((await addEvent({ ...days, is_all_day: true, repeat: makeRule(2) })).status).toBe(201)
    expect(await listColumn("start_date")).toEqual([days.start_date, "2027-04-02T21:00:00.000Z"])
    expect(await listColumn("end_date")).toEqual([days.end_date, "2027-04-04T21:00:00.000Z"])
  })

  test("when clocks go back, a date in the repeated hour uses the first of the two hours", async () => {
    const night = { start_date: "2027-10-24T03:30:00+03:00", end_date: "2027-10-24T03:45:00+03:00" }
    await addEvent({ ...night, repeat: makeRule(2) })
    expect(await listColumn("start_date")).toEqual([
      "2027-10-24T00:30:00.000Z",
      "2027-10-31T00:30:00.000Z",
    ])
  })

  test("when clocks go forward, a date in the skipped hour is an hour later and keeps its length", async () => {
    const night = { start_date: "2027-03-21T03:30:00+02:00", end_date: "2027-03-21T04:30:00+02:00" }
    await addEvent({ ...night, repeat: makeRule(3) })
    const expectTimes = async () => {
      const days = ["2027-03-21T01", "2027-03-28T01", "2027-04-04T00"]
      expect(await listColumn("start_date")).toEqual(days.map((day) => `${day}:30:00.000Z`))
      const ends = ["2027-03-21T02", "2027-03-28T02", "2027-04-04T01"]
      expect(await listColumn("end_date")).toEqual(ends.map((end) => `${end}:30:00.000Z`))
    }
    await expectTimes()
    const changed = await editDate("2027-03-21", { ...night, title: "Night", scope: "all" })
    expect(changed.status).toBe(200)
    await expectTimes()
  })

  test("if the slug of a date is taken, the date gets a slug with a suffix", async () => {
    await makeEvent(db, null, { slug: "practice-2027-03-04" })
    await addWeeklySeries()
    expect((await readRow("2027-03-04")).slug).toMatch(/^practice-2027-03-04-[0-9a-f]{8}$/)
    expect((await readRow("2027-03-11")).slug).toBe("practice-2027-03-11")
  })

  test.each<[repeat: object, error: string]>([
    [{ frequency: "daily" }, "invalid"],
    [{ days: ["XX"] }, "invalid"],
    [{ until: "2027-02-30" }, "invalid_date"],
    [{ until: "soon" }, "invalid_date"],
    [{ until: undefined }, "required"],
    [{ count: 3 }, "required"],
    [{ until: undefined, count: 0 }, "invalid_number"],
    [{ until: undefined, count: 367 }, "invalid_number"],
    [{ except: ["x"] }, "invalid_date"],
    [{ until: "2099-12-31" }, "too_many_dates"],
    [{ until: "2027-03-01" }, "no_dates"],
    [{ until: "2027-03-02", except: [TUESDAY] }, "no_dates"],
  ])("a rule with %j is refused", async (change, error) => {
    expectErrors(await addEvent({ repeat: { ...weeklyRule, ...change } }), { repeat: error })
    expect(await listRows()).toEqual([])
  })

  test.each([
    ["a member outside the team", () => stranger],
    ["a team member without the right to post", () => memberWithoutRight],
  ])("%s cannot add a series", async (_, member) => {
    const { status } = await addEvent({ repeat: weeklyRule }, member())
    expect(status).toBe(403)
    expect(await listRows()).toEqual([])
    expect(await db.many`select id from event_series`).toEqual([])
  })
})

describe("the extension of series by the schedule", () => {
  test("the extension adds rows for a year ahead, without deleted dates", async () => {
    expect((await addLongSeries()).status).toBe(201)
    expect(await listRows()).toHaveLength(52)
    await runExtension()
    expect(await listRows()).toHaveLength(52)

    // Simulates a series that was added ten weeks ago.
    const [deleted] = await db.many<{ day: string }>`
      delete from events where series_date = (select max(series_date) from events) returning series_date as day`
    await db.one`
      update event_series set excluded = excluded || ${deleted?.day ?? ""}::date,
        generated_until = generated_until - 70`
    await db.one`delete from events where series_date > (select generated_until from event_series)`
    await db.one`update events set title = 'Renamed', takes_signups = true, price = '5 €' where not is_detached`
    await runExtension()
    const after = await listRows()
    expect(after).toHaveLength(51)
    expect(after.at(-1)).toMatchObject({ title: "Renamed" })
    expect(after.at(-1)?.slug).toMatch(/^renamed-/)
    const lastDate =
      await db.one`select takes_signups, price from events order by series_date desc limit 1`
    expect(lastDate, "copied from the previous date").toEqual({ takes_signups: true, price: "5 €" })
    expect(after.map(({ series_date }) => series_date)).not.toContain(deleted?.day)
    await runExtension()
    expect(await listRows()).toHaveLength(51)
  })

  test("dates that are added to a canceled series are canceled", async () => {
    await addLongSeries()
    await db.one`update events set is_cancelled = true`
    await db.one`update event_series set generated_until = generated_until - 70`
    await db.one`delete from events where series_date > (select generated_until from event_series)`
    await runExtension()
    expect(
      await db.many`select is_cancelled, count(*)::integer from events group by is_cancelled`,
    ).toEqual([{ is_cancelled: true, count: 52 }])
  })

  test("extend_series() adds no rows after the end of a series or before its last row", async () => {
    await addLongSeries()
    const [{ series_id = null } = {}] = await listRows()
    const dates = JSON.stringify([
      { id: crypto.randomUUID(), slug: "never", day: getDayFromNow(800) },
      { id: crypto.randomUUID(), slug: "before", day: getDayFromNow(2) },
    ])
    await db.one`update event_series set generated_until = generated_until - 70`
    await auth.as(null).one`select extend_series(${series_id}, ${dates}::jsonb)`
    expect(await listRows()).toHaveLength(52)
  })
})

describe("a series without a team", () => {
  const adminFields = { ...adminEventFields, ...seriesTimes, title: "Open floor", featured: false }
  const addAdminSeries = (body: object = {}, member = superAdmin) => {
    const event = { ...adminFields, repeat: weeklyRule, ...body }
    return member.browser.send("POST", "/api/admin/events", event)
  }
  const changeAsAdmin = async (date: string, body: object) => {
    const { id, updated_at, start_date, end_date } = await readRow(date)
    const event = { ...adminFields, start_date, end_date, updated_at, ...body }
    return superAdmin.browser.send("PATCH", `/api/admin/events/${id}`, event)
  }

  test("a super admin can add a series without a team, and a team's owner cannot", async () => {
    const { status, json } = await addAdminSeries()
    expect([status, json["series"]]).toMatchObject([201, { date: TUESDAY, is_detached: false }])
    expect(json["content_version"]).toBe(await db.value`select version from content_state`)
    expect(await listRows()).toHaveLength(9)
    expect((await listColumn("start_date")).at(-1)).toBe("2027-04-01T15:00:00.000Z")
    const teamAndType = await db.many`select distinct team_id, event_type from events`
    expect(teamAndType).toEqual([{ team_id: null, event_type: "public" }])
    expect((await addAdminSeries({}, owner)).status).toBe(403)
  })

  test("a new series that is canceled is stored with all dates canceled", async () => {
    const { status, json } = await addAdminSeries({ is_cancelled: true })
    expect([status, json["is_cancelled"]]).toEqual([201, true])
    expect(await listColumn("is_cancelled")).toEqual(Array(9).fill(true))
  })

  test("a series without a team is refused when its rule gives no dates", async () => {
    const refused = await addAdminSeries({ repeat: { ...weeklyRule, until: "2027-03-01" } })
    expectErrors(refused, { repeat: "no_dates" })
  })

  test("super admins can change one date, the following dates, or all dates of a series", async () => {
    await addAdminSeries()
    await changeAsAdmin("2027-03-04", { title: "Show" })
    const { status, json } = await changeAsAdmin("2027-03-18", {
      scope: "following",
      title: "Later",
    })
    expect([status, json["title"]]).toEqual([200, "Later"])
    expect(await listColumn("title")).toEqual([
      "Open floor",
      "Show",
      "Open floor",
      "Open floor",
      ...Array(5).fill("Later"),
    ])
    await changeAsAdmin("2027-03-30", { scope: "all", is_cancelled: true })
    expect(await listColumn("is_cancelled")).toEqual(Array(9).fill(true))
  })

  test("a super admin's change of all dates is refused for another day and from an outdated form", async () => {
    await addAdminSeries()
    const otherDay = { scope: "all", ...makeTimes("2027-03-12", "10") }
    expectErrors(await changeAsAdmin("2027-03-11", otherDay), { start_date: "series_day" })
    const stale = { scope: "all", updated_at: "2027-01-01T00:00:00.000Z" }
    expect((await changeAsAdmin("2027-03-11", stale)).json["code"]).toBe("stale")
  })

  test("when the last event of a series is deleted, the row of the series is deleted", async () => {
    await addAdminSeries()
    await deleteDates("2027-03-18", "following", superAdmin)
    expect((await listColumn("series_date")).at(-1)).toBe("2027-03-16")
    await clear("events")
    expect(await readSeries()).toEqual([])
  })
})
