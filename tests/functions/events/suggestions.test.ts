/** Tests the suggested events in the response of /api/my-events. */
import { beforeEach, describe, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { storeProfile } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { addMember, makeEvent, makeTeam } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
const MS_PER_DAY = 86_400_000

let member: Member

beforeEach(async () => {
  await db.one`delete from events`
  member = await makeMember(db)
  await storeProfile(db, member.id, { display_name: "Member" })
})

/** Creates a public event with open sign-up that starts in a number of days. */
async function makeOpenEvent(
  title: string,
  days: number,
  country: "ee" | "lv" | "lt",
  team?: string,
) {
  const start = new Date(Date.now() + days * MS_PER_DAY).toISOString()
  const event = await makeEvent(db, team ?? null, { title, country, start })
  await db.one`update events set takes_signups = true where id = ${event.id}`
  return event
}

const signUp = (event: string, status = "going") => db.one`
  insert into event_signups (event_id, user_id, status) values (${event}, ${member.id}, ${status})`

async function getSuggestions(): Promise<Record<string, unknown>[]> {
  const { status, json } = await member.browser.get("/api/my-events")
  expect(status).toBe(200)
  return json["suggestions"] as Record<string, unknown>[]
}
const getTitles = async () => (await getSuggestions()).map(({ title }) => title)

test("three events are suggested, events of the member's country and follows first", async () => {
  for (const day of [1, 2, 3, 4]) await makeOpenEvent(`Day ${day}`, day, "ee")
  expect(await getTitles()).toEqual(["Day 1", "Day 2", "Day 3"])
  await makeOpenEvent("At home", 20, "lt")
  await makeOpenEvent("Followed country", 30, "lv")
  const team = await makeTeam(db, { [(await makeMember(db)).id]: "owner" })
  await makeOpenEvent("Followed team", 40, "ee", team.id)
  await db.one`update users set country = 'lt' where id = ${member.id}`
  expect(await getTitles()).toEqual(["Day 1", "Day 2", "At home"])
  await db.one`insert into follows (user_id, country) values (${member.id}, 'lv')`
  await db.one`insert into follows (user_id, team_id) values (${member.id}, ${team.id})`
  expect(await getTitles()).toEqual(["At home", "Followed country", "Followed team"])
})

test("a suggested event has the fields that a sign-up with one tap needs", async () => {
  const event = await makeOpenEvent("Cup", 2, "lv")
  await db.one`update events set max_participants = 5 where id = ${event.id}`
  expect(await getSuggestions()).toMatchObject([
    {
      slug: event.slug,
      places_left: 5,
      going: 0,
      answer: null,
      can_sign_up: true,
      can_answer: true,
    },
  ])
})

test("events without open sign-up, answered events, and events of own or unreviewed teams are not suggested", async () => {
  const full = await makeOpenEvent("Full", 1, "lv")
  await db.one`update events set max_participants = 0 where id = ${full.id}`
  const closed = await makeOpenEvent("Closed", 1, "lv")
  await db.one`update events set takes_signups = false where id = ${closed.id}`
  const canceled = await makeOpenEvent("Canceled", 1, "lv")
  await db.one`update events set is_cancelled = true where id = ${canceled.id}`
  const declined = await makeOpenEvent("Declined", 1, "lv")
  await signUp(declined.id, "not_going")
  const owner = await makeMember(db)
  const ownTeam = await makeTeam(db, { [owner.id]: "owner" })
  await addMember(db, ownTeam.id, member.id, "member")
  await makeOpenEvent("Of my team", 1, "lv", ownTeam.id)
  const otherTeam = await makeTeam(db, { [owner.id]: "owner" })
  await makeEvent(db, otherTeam.id, { title: "Practice of another team", type: "team" })
  const unreviewed = await makeTeam(db, { [owner.id]: "owner" }, { reviewed: false })
  await makeOpenEvent("Of an unreviewed team", 1, "lv", unreviewed.id)
  expect(await getTitles()).toEqual([])
})

test("a member with three upcoming sign-ups gets no suggestions", async () => {
  await makeOpenEvent("Another", 9, "lv")
  for (const day of [1, 2]) await signUp((await makeOpenEvent(`Day ${day}`, day, "lv")).id)
  expect(await getTitles()).toEqual(["Another"])
  await signUp((await makeOpenEvent("Day 3", 3, "lv")).id, "interested")
  expect(await getTitles()).toEqual([])
})

test("a canceled event is not one of the three sign-ups", async () => {
  await makeOpenEvent("Another", 9, "lv")
  for (const day of [1, 2]) await signUp((await makeOpenEvent(`Day ${day}`, day, "lv")).id)
  const canceled = await makeOpenEvent("Canceled", 3, "lv")
  await signUp(canceled.id)
  expect(await getTitles()).toEqual([])
  await db.one`update events set is_cancelled = true where id = ${canceled.id}`
  expect(await getTitles()).toEqual(["Another"])
})

describe("only one date of a series is suggested", () => {
  /** Creates a series with a date on each of these days. Dates from `splitDay` on are in a second part. */
  async function makeSeries(days: number[], splitDay = Number.POSITIVE_INFINITY) {
    const lineage = crypto.randomUUID()
    const makePart = () => db.value<string>`
      insert into event_series (lineage, rule, starts_at, ends_at, time_zone, until, generated_until)
      values (${lineage}, 'FREQ=WEEKLY;BYDAY=MO', now(), now() + interval '1 hour', 'Europe/Riga',
        now()::date + 366, now()::date)
      returning id`
    const parts = [await makePart(), await makePart()]
    const dates = []
    for (const day of days) {
      const date = await makeOpenEvent(`Class ${day}`, day, "lv")
      await db.one`
        update events set series_id = ${parts[day < splitDay ? 0 : 1]}, series_date = start_date::date
        where id = ${date.id}`
      dates.push(date)
    }
    return dates
  }

  test("the next date of each series is suggested", async () => {
    await makeSeries([2, 9, 16])
    await makeSeries([3, 10])
    await makeOpenEvent("Cup", 20, "lv")
    expect(await getTitles()).toEqual(["Class 2", "Class 3", "Cup"])
  })

  test("the next date is suggested, also if an organizer has changed the following dates", async () => {
    await makeSeries([2, 9, 16], 9)
    expect(await getTitles()).toEqual(["Class 2"])
  })

  test("the next date with free places that the member has not answered is suggested", async () => {
    const [full, declined] = await makeSeries([2, 9, 16, 23])
    await db.one`update events set max_participants = 0 where id = ${full?.id ?? null}`
    await signUp(declined?.id ?? "", "not_going")
    expect(await getTitles()).toEqual(["Class 16"])
  })
})

describe("events with an age limit", () => {
  const setAgeLimit = (event: string, age: number) =>
    db.one`update events set age_min = ${age} where id = ${event}`
  /** Sets the date of birth so that the member has this age in a number of days. */
  const setBirth = (age: number, days: number) => db.one`
    update profiles set date_of_birth =
      (now() + ${days} * interval '1 day') at time zone 'Europe/Riga' - ${age} * interval '1 year'
    where user_id = ${member.id}`

  test("events with an age limit are suggested only to members old enough on that day", async () => {
    await setAgeLimit((await makeOpenEvent("From 16", 10, "lv")).id, 16)
    await setBirth(16, 11)
    expect(await getTitles()).toEqual([])
    await setBirth(16, 10)
    expect(await getTitles()).toEqual(["From 16"])
  })

  test("events for adults are not suggested to members without a date of birth or profile", async () => {
    await setAgeLimit((await makeOpenEvent("From 16", 1, "lv")).id, 16)
    await setAgeLimit((await makeOpenEvent("From 18", 2, "lv")).id, 18)
    expect(await getTitles()).toEqual(["From 16"])
    await db.one`delete from profiles where user_id = ${member.id}`
    expect(await getTitles()).toEqual(["From 16"])
  })
})
