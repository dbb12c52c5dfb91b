/** Creates a team's series of events, and sends calls that add, edit and delete dates of a series. */
import { beforeEach, expect } from "vitest"
import { extendSeries } from "../../../../db/queries/series.ts"
import { openTestDatabase } from "../../../support/database.ts"
import { makeMember } from "../../../support/people/members.ts"
import { eventFields, makeTeam, type TestTeam } from "../../../support/people/teams.ts"

const DAY_MS = 86_400_000
export const getDayFromNow = (days: number) =>
  new Date(Date.now() + days * DAY_MS).toISOString().slice(0, "2026-11-27".length)

/** Day of the first event of a series. */
export const TUESDAY = "2027-03-02"
/** Rule of a series on Tuesdays and Thursdays, without March 9. The clocks change on March 28, during the series. */
export const weeklyRule = {
  frequency: "weekly",
  days: ["TH"],
  until: "2027-04-01",
  except: ["2027-03-09"],
}
/** Creates the rule of a series with this number of events. The series has no events on the days in `except`. */
export const makeRule = (count: number, frequency = "weekly", except: string[] = []) => ({
  frequency,
  days: [],
  count,
  except,
})
export const seriesTimes = {
  start_date: `${TUESDAY}T18:00:00+02:00`,
  end_date: `${TUESDAY}T20:00:00+02:00`,
}
export const seriesFields = { ...eventFields, ...seriesTimes, event_type: "team" }

/** Returns the times of an event of half an hour that starts at a UTC hour, such as "15". */
export const makeTimes = (day: string, hour: string) => ({
  start_date: `${day}T${hour}:00:00Z`,
  end_date: `${day}T${hour}:30:00Z`,
})

export interface SeriesRow {
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

/** Opens a test database with members. Before each test, deletes all events and creates a team without series. */
export async function openSeriesTest() {
  const { db, auth, clear } = await openTestDatabase()
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

  const addEvent = (body: object, member = owner) =>
    member.browser.send("POST", "/api/events", { ...seriesFields, team_id: team.id, ...body })
  const addWeeklySeries = async () => {
    const { status, json } = await addEvent({ repeat: weeklyRule })
    expect(status).toBe(201)
    return json
  }

  const listRows = () => db.many<SeriesRow>`
    select id, slug, title, start_date, end_date, series_id, series_date, is_detached, is_cancelled, updated_at
    from events order by series_date, start_date`
  const listColumn = async <Name extends keyof SeriesRow>(name: Name): Promise<SeriesRow[Name][]> =>
    (await listRows()).map((row) => row[name])
  const readSeries = () => db.many`
    select starts_at::date as first, starts_at::time as hour, until from event_series order by 1`
  const readRow = async (date: string): Promise<SeriesRow> => {
    const row = (await listRows()).find(({ series_date }) => series_date === date)
    if (!row) throw new Error(`The series has no event on ${date}`)
    return row
  }
  /** Edits the date of a series. The scope (this date by default) is in the body. */
  const editDate = async (date: string, body: object, member = owner) => {
    const { id, updated_at, start_date, end_date } = await readRow(date)
    const change = { ...seriesFields, start_date, end_date, team_id: team.id, updated_at, ...body }
    return member.browser.send("PATCH", `/api/events/${id}`, change)
  }
  const deleteDates = async (date: string, scope: string, member = owner) =>
    member.browser.send("DELETE", `/api/events/${(await readRow(date)).id}?scope=${scope}`)

  /** Adds a series of 100 weekly dates from tomorrow, of which the second is left out. */
  const addLongSeries = () =>
    addEvent({
      title: "Long",
      start_date: `${getDayFromNow(1)}T15:00:00Z`,
      end_date: `${getDayFromNow(1)}T16:00:00Z`,
      repeat: makeRule(100, "weekly", [getDayFromNow(8)]),
    })
  const runExtension = () => extendSeries(auth.as(null))

  return {
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
    getTeamId: () => team.id,
  }
}
