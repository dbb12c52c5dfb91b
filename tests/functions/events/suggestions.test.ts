/** The suggestions in the response of /api/my-events. */
import { beforeEach, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { makeProfile } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { addMember, makeEvent, makeTeam } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
const MS_PER_DAY = 86_400_000

let member: Member

beforeEach(async () => {
  await db.one`delete from events`
  member = await makeMember(db)
  await makeProfile(db, member.id, { display_name: "Member" })
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

test("the next three events are suggested, those of the member's country and follows first", async () => {
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

test("suggestions have the facts that a sign-up with one tap needs", async () => {
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

test("events that the member cannot sign up for or already knows are not suggested", async () => {
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
