import { describe, expect, test } from "vitest"
import type { Member } from "../../support/people/members.ts"
import { openSeriesTest, TUESDAY } from "./support/series.ts"

const {
  db,
  owner,
  memberWithoutRight,
  stranger,
  superAdmin,
  addWeeklySeries,
  listRows,
  listColumn,
  readSeries,
  readRow,
  deleteDates,
} = await openSeriesTest()
describe("deleting", () => {
  test("a deletion removes one date, the following dates or all dates", async () => {
    await addWeeklySeries()
    expect((await deleteDates("2027-03-04", "this")).status).toBe(204)
    expect(await listRows()).toHaveLength(8)
    expect((await deleteDates("2027-03-18", "following")).status).toBe(204)
    expect(await listColumn("series_date")).toEqual([TUESDAY, "2027-03-11", "2027-03-16"])
    // The series never had an event on March 9.
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

describe("the preview of a deletion", () => {
  const getDeletionPreview = async (date: string, { browser } = owner) =>
    browser.get(`/api/events/${(await readRow(date)).id}/deletion`)
  const signUp = (date: string, member: Member, status = "going") => db.one`
    insert into event_signups (event_id, user_id, status)
    select id, ${member.id}, ${status} from events where series_date = ${date}`

  test("for each scope, the preview counts the members, except the viewer, who would get an email", async () => {
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
