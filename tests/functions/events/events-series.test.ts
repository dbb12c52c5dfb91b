import { beforeEach, describe, expect, test } from "vitest"
import { extendSeries } from "../../../db/queries/series.ts"
import { expectErrors } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { adminEventFields } from "../../support/people/admin.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { eventFields, makeEvent, makeTeam, type TestTeam } from "../../support/people/teams.ts"
import { listenForBuilds } from "../../support/servers/build-hook.ts"

const { db, auth, clear } = await openTestDatabase()
const builds = listenForBuilds()
const owner = await makeMember(db, { displayName: "Owner" })
const memberWithoutRight = await makeMember(db, { displayName: "Silent" })
const stranger = await makeMember(db, { displayName: "Stranger" })
const superAdmin = await makeMember(db, { displayName: "Boss", role: "super_admin" })
let team: TestTeam
beforeEach(async () => {
  await clear("events")
  const roles = { [owner.id]: "owner", [memberWithoutRight.id]: "member" } as const
  team = await makeTeam(db, roles, { membersMayPost: false })
})

const DAY_MS = 86_400_000
const getDayFromNow = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, "2026-11-27".length)

const TUESDAY = "2027-03-02"
/** Repeats on Tuesdays and Thursdays except March 9. The clocks change on March 28. */
const weeklyRule = {
  frequency: "weekly",
  days: ["TH"],
  until: "2027-04-01",
  except: ["2027-03-09"],
}
const makeRule = (count: number, frequency = "weekly", except: string[] = []) => ({
  ...{ frequency, days: [], count, except },
})
const times = { start_date: `${TUESDAY}T18:00:00+02:00`, end_date: `${TUESDAY}T20:00:00+02:00` }
const fields = { ...eventFields, ...times, event_type: "team" }

const addEvent = (body: object, member = owner) =>
  member.browser.send("POST", "/api/events", { ...fields, team_id: team.id, ...body })
const addWeeklySeries = async () => {
  const { status, json } = await addEvent({ repeat: weeklyRule })
  expect(status).toBe(201)
  return json
}

interface Row {
  id: string
  slug: string
  title: string
  start_date: string
  end_date: string
  series_id: string | null
  series_date: string
  is_detached: boolean
  is_cancelled: boolean
  updated_at: string
}

const listRows = () => db.many<Row>`
  select id, slug, title, start_date, end_date, series_id, series_date, is_detached, is_cancelled, updated_at
  from events order by series_date, start_date`
const listColumn = async <Name extends keyof Row>(name: Name): Promise<Row[Name][]> =>
  (await listRows()).map((row) => row[name])
const readSeries = () => db.many`
  select starts_at::date as first, starts_at::time as hour, until from event_series order by 1`
const readRow = async (date: string): Promise<Row> => {
  const row = (await listRows()).find(({ series_date }) => series_date === date)
  if (!row) throw new Error(`No row on ${date}`)
  return row
}
/** Edits the date of a series. The scope (this date by default) is in the body. */
const editDate = async (date: string, body: object, member = owner) => {
  const { id, updated_at, start_date, end_date } = await readRow(date)
  const change = { ...fields, start_date, end_date, team_id: team.id, updated_at, ...body }
  return member.browser.send("PATCH", `/api/events/${id}`, change)
}
const deleteDates = async (date: string, scope: string, member = owner) =>
  member.browser.send("DELETE", `/api/events/${(await readRow(date)).id}?scope=${scope}`)

const makeTimes = (day: string, hour: string) => ({
  start_date: `${day}T${hour}:00:00Z`,
  end_date: `${day}T${hour}:30:00Z`,
})

/** Adds a series of 100 weekly dates from tomorrow, of which the second is left out. */
const addLongSeries = () =>
  addEvent({
    title: "Long",
    start_date: `${getDayFromNow(1)}T15:00:00Z`,
    end_date: `${getDayFromNow(1)}T16:00:00Z`,
    repeat: makeRule(100, "weekly", [getDayFromNow(8)]),
  })
const runExtension = () => extendSeries(auth.as(null))

describe("adding", () => {
  test("each date of a series gets a row with the same local hour", async () => {
    const first = await addWeeklySeries()
    expect(first).toMatchObject({
      slug: "practice-2027-03-02",
      start_date: "2027-03-02T16:00:00.000Z",
      may_edit: true,
      series: { rule: "FREQ=WEEKLY;BYDAY=TU,TH", date: TUESDAY, is_detached: false },
    })
    const makeStarts = (summerHour: number) => [
      ...["02", "04", "11", "16", "18", "23", "25"].map(
        (day) => `2027-03-${day}T${summerHour + 1}:00:00.000Z`,
      ),
      ...[`2027-03-30T${summerHour}:00:00.000Z`, `2027-04-01T${summerHour}:00:00.000Z`],
    ]
    expect([await listColumn("start_date"), await listColumn("end_date")]).toEqual([
      makeStarts(15),
      makeStarts(17),
    ])
    expect(builds.calls).toEqual([])
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

  test("a date in the repeated hour of autumn uses the first of the two hours", async () => {
    const night = { start_date: "2027-10-24T03:30:00+03:00", end_date: "2027-10-24T03:45:00+03:00" }
    await addEvent({ ...night, repeat: makeRule(2) })
    expect(await listColumn("start_date")).toEqual([
      ...["2027-10-24T00:30:00.000Z", "2027-10-31T00:30:00.000Z"],
    ])
  })

  test("a date in the skipped hour of spring is an hour later and keeps its length", async () => {
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
    ["a member of another team", () => stranger],
    ["a team member without the right to post", () => memberWithoutRight],
  ])("%s cannot add a series", async (_, member) => {
    const { status } = await addEvent({ repeat: weeklyRule }, member())
    expect(status).toBe(403)
    expect(await listRows()).toEqual([])
    expect(await db.many`select id from event_series`).toEqual([])
  })
})

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

  test("a change of all dates keeps their days and leaves out edited dates", async () => {
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

  test("the following dates become a new series with the same rows", async () => {
    await addWeeklySeries()
    await editDate("2027-03-25", { title: "Show" })
    const ids = await listColumn("id")
    const { status, json } = await editDate("2027-03-18", { title: "Later", scope: "following" })
    expect(status).toBe(200)
    expect(await listColumn("id")).toEqual(ids)
    expect(await listColumn("title")).toEqual([
      ...Array(4).fill("Practice"),
      ...["Later", "Later", "Show", "Later", "Later"],
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
    /** Moves the 11th to a Friday, and starts the 18th and later dates an hour later. */
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
        const getTimesAndTitle = ({ start_date, end_date, title }: Row) => [
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
        ...["2027-03-30T11:00:00.000Z", "2027-04-01T11:00:00.000Z"],
      ])
      expect(await readSeries()).toMatchObject([{ hour: "14:00:00" }, { hour: "14:00:00" }])
    })

    test('the scope "following" includes the later part of the split series, and may start at a moved date', async () => {
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

  test("a change of all dates from an outdated form is refused, and so is a scope for a single event", async () => {
    await addWeeklySeries()
    const stale = { scope: "all", title: "Mine", updated_at: "2027-01-01T00:00:00.000Z" }
    expect((await editDate("2027-03-04", stale)).json["code"]).toBe("stale")
    expect(await listColumn("title")).toEqual(Array(9).fill("Practice"))
    const { id, updated_at } = (await addEvent({ title: "Lone" })).json
    const body = { ...fields, team_id: team.id, updated_at, scope: "all" }
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

describe("deleting", () => {
  test("a deletion removes one date, the following dates or all dates", async () => {
    await addWeeklySeries()
    expect((await deleteDates("2027-03-04", "this")).status).toBe(204)
    expect(await listRows()).toHaveLength(8)
    expect((await deleteDates("2027-03-18", "following")).status).toBe(204)
    expect(await listColumn("series_date")).toEqual([TUESDAY, "2027-03-11", "2027-03-16"])
    expect(await db.many`select excluded::text, until from event_series`).toEqual([
      { excluded: "{2027-03-09,2027-03-04}", until: "2027-03-17" },
    ])
    expect((await deleteDates(TUESDAY, "all")).status).toBe(204)
    expect([await listRows(), await readSeries()]).toEqual([[], []])
  })

  test("attendees get one email for each deleted date", async () => {
    await addWeeklySeries()
    const dates = ["2027-03-18", "2027-03-23"]
    await db.one`
      update events set event_type = 'public', takes_signups = true where series_date = any(${dates}::date[])`
    await db.one`
      insert into event_signups (event_id, user_id, status)
      select id, ${memberWithoutRight.id}, 'going' from events where series_date = any(${dates}::date[])`
    await deleteDates("2027-03-18", "this")
    expect(await db.many`select id from event_signups`).toHaveLength(1)
    await deleteDates("2027-03-11", "following")
    const emails = await db.many`
      select kind, about ->> 'start_date' as day from mails where user_id = ${memberWithoutRight.id} order by 2`
    expect(emails).toEqual(
      dates.map((day) => ({ kind: "event_cancelled", day: expect.stringContaining(day) })),
    )
  })

  test("a deletion with an unknown scope is refused", async () => {
    await addWeeklySeries()
    expect((await deleteDates(TUESDAY, "most")).status).toBe(422)
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
    expect((await saveSettings("2027-03-16", "none")).json).toMatchObject({
      errors: { scope: "invalid" },
    })
    expect((await saveSettings("2027-03-16", "all", memberWithoutRight)).status).toBe(403)
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

describe("a series without a team", () => {
  const adminFields = { ...adminEventFields, ...times, title: "Open floor", featured: false }
  const addAdminSeries = (body: object = {}, member = superAdmin) => {
    const event = { ...adminFields, repeat: weeklyRule, ...body }
    return member.browser.send("POST", "/api/admin/events", event)
  }
  const changeAsAdmin = async (date: string, body: object) => {
    const { id, updated_at, start_date, end_date } = await readRow(date)
    const event = { ...adminFields, start_date, end_date, updated_at, ...body }
    return superAdmin.browser.send("PATCH", `/api/admin/events/${id}`, event)
  }

  test("only super admins can add a series without a team", async () => {
    const { status, json } = await addAdminSeries()
    expect([status, json["series"]]).toMatchObject([201, { date: TUESDAY, is_detached: false }])
    expect(json["content_version"]).toBe(await db.value`select version from content_state`)
    expect(await listRows()).toHaveLength(9)
    expect((await listColumn("start_date")).at(-1)).toBe("2027-04-01T15:00:00.000Z")
    const teamAndType = await db.many`select distinct team_id, event_type from events`
    expect(teamAndType).toEqual([{ team_id: null, event_type: "public" }])
    expect((await addAdminSeries({}, owner)).status).toBe(403)
    const refused = await addAdminSeries({ repeat: { ...weeklyRule, until: "2027-03-01" } })
    expect(refused.json["errors"]).toEqual({ repeat: "no_dates" })
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
      ...["Open floor", "Show", "Open floor", "Open floor"],
      ...Array(5).fill("Later"),
    ])
    await changeAsAdmin("2027-03-30", { scope: "all", is_cancelled: true })
    expect(await listColumn("is_cancelled")).toEqual(Array(9).fill(true))
    const otherDay = { scope: "all", ...makeTimes("2027-03-12", "10") }
    expectErrors(await changeAsAdmin("2027-03-11", otherDay), { start_date: "series_day" })
    const stale = { scope: "all", updated_at: "2027-01-01T00:00:00.000Z" }
    expect((await changeAsAdmin("2027-03-11", stale)).json["code"]).toBe("stale")
  })

  test("the row of the series is deleted with its last event", async () => {
    await addAdminSeries()
    await deleteDates("2027-03-18", "following", superAdmin)
    expect((await listColumn("series_date")).at(-1)).toBe("2027-03-16")
    await clear("events")
    expect(await readSeries()).toEqual([])
  })
})

describe("the preview of a deletion", () => {
  const getDeletionPreview = async (date: string, { browser } = owner) =>
    browser.get(`/api/events/${(await readRow(date)).id}/deletion`)
  const signUp = (date: string, member: Member, status = "going") => db.one`
    insert into event_signups (event_id, user_id, status)
    select id, ${member.id}, ${status} from events where series_date = ${date}`

  test("the preview counts the members who would get an email, except the viewer, for each scope", async () => {
    await addWeeklySeries()
    await signUp("2027-03-02", stranger)
    await signUp("2027-03-04", stranger)
    await signUp("2027-03-04", memberWithoutRight)
    await signUp("2027-03-04", superAdmin, "interested")
    await signUp("2027-03-11", superAdmin)
    await signUp("2027-03-11", owner)
    const { status, json } = await getDeletionPreview("2027-03-04")
    expect([status, json]).toEqual([200, { people: { this: 2, following: 3, all: 3 } }])
    const counts = { this: 1, following: 3, all: 3 }
    expect((await getDeletionPreview("2027-03-02", superAdmin)).json["people"]).toEqual(counts)
    for (const member of [memberWithoutRight, stranger]) {
      const { status } = await getDeletionPreview("2027-03-02", member)
      expect(status, "without the right to delete").toBe(404)
    }
    await db.one`update events set is_cancelled = true where series_date = '2027-03-04'`
    expect((await getDeletionPreview("2027-03-04")).json["people"]).toMatchObject({
      this: 0,
      following: 1,
    })
  })
})
