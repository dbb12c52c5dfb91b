/** The member's home page shows what needs attention, in their own teams only. */
import { beforeEach, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { makeProfile } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  addMember,
  makeEvent,
  makePost,
  makeRequest,
  makeTeam,
} from "../../support/people/teams.ts"

const { db } = await openTestDatabase()

let owner: Member
let member: Member
let other: Member

beforeEach(async () => {
  owner = await makeMember(db)
  member = await makeMember(db)
  other = await makeMember(db)
  const team = await makeTeam(db, { [owner.id]: "owner" }, { name: "Aurora" })
  await addMember(db, team.id, member.id, "member")
  await makeEvent(db, team.id, { title: "Practice", type: "team" })
  await makePost(db, team.id, owner.id, { title: "Costumes" })
  await makePost(db, team.id, owner.id, { title: "A draft", published: false })
  await makeRequest(db, team.id, other.id)
})

const home = async (viewer: Member) => (await viewer.browser.get("/api/home")).json
const titles = (rows: unknown) => (rows as { title: string }[]).map(({ title }) => title)

test("an owner sees join requests and upcoming events, but not their own posts", async () => {
  const { requests, events, posts } = await home(owner)
  expect(requests).toEqual([expect.objectContaining({ name: "Aurora", count: 1 })])
  expect(titles(events)).toEqual(["Practice"])
  expect(titles(posts)).toEqual([])
})

test("a member sees the team's events and posts, but no drafts or join requests", async () => {
  const { requests, events, posts } = await home(member)
  expect(requests).toEqual([])
  expect(titles(events)).toEqual(["Practice"])
  expect(titles(posts)).toEqual(["Costumes"])
})

test("a member sees events they signed up for with their answer, but not events they declined", async () => {
  const team = await makeTeam(db, { [owner.id]: "owner" })
  const cup = await makeEvent(db, team.id, { title: "Cup" })
  const camp = await makeEvent(db, team.id, { title: "Camp" })
  await db.one`update events set takes_signups = true, max_participants = 0 where id = ${cup.id}`
  await db.one`
    insert into event_signups (event_id, user_id, status, queue)
    values (${cup.id}, ${other.id}, 'waiting', 1), (${camp.id}, ${other.id}, 'not_going', null)`
  const { events, answers } = await home(other)
  expect(events).toMatchObject([{ title: "Cup", slug: cup.slug, answer: "waiting" }])
  expect(answers).toEqual([
    { event_id: cup.id, status: "waiting" },
    { event_id: camp.id, status: "not_going" },
  ])
})

test("a member without a team gets no requests, events or posts, and is new until the profile is saved", async () => {
  const nothing = { requests: [], events: [], posts: [], answers: [], country: null }
  expect(await home(other)).toEqual({ ...nothing, is_new: true })
  await makeProfile(db, other.id, { display_name: "Other" })
  expect(await home(other)).toEqual({ ...nothing, is_new: false })
})

test.each([
  ["lv", "lv"],
  ["other", null],
])("a member who lives in %s gets the country page %s", async (memberCountry, country) => {
  await db.one`update users set country = ${memberCountry} where id = ${other.id}`
  expect((await home(other)).country).toBe(country)
})
