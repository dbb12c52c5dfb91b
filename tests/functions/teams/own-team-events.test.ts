import { beforeEach, expect, test } from "vitest"
import { openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { storeProfile } from "../../support/factories.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import { makeEvent, makeTeam, type TestTeam } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()

let owner: Member
let fan: Member
let team: TestTeam
let practice: { id: string }

const getTimeInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
/** Returns the events of the team's page, each with the viewer's sign-up in `answer`. */
const getOwnEvents = async (browser: Member["browser"]) =>
  (await browser.get(`/api/teams/${team.slug}`)).json["own_events"]

beforeEach(async () => {
  owner = await makeMember(db)
  fan = await makeMember(db)
  team = await makeTeam(db, { [owner.id]: "owner" })
  await makeEvent(db, team.id, { title: "Show", start: getTimeInDays(2) })
  practice = await makeEvent(db, team.id, {
    title: "Practice",
    type: "team",
    start: getTimeInDays(1),
  })
  await makeEvent(db, team.id, { title: "Last practice", type: "team", start: getTimeInDays(-3) })
})

test("members of the team get its upcoming events with their own sign-ups, soonest first", async () => {
  await storeProfile(db, owner.id, { display_name: "Owner" })
  await db.one`update events set takes_signups = true where id = ${practice.id}`
  await owner.browser.send("PUT", `/api/events/${practice.id}/signup`, {
    status: "going",
    guests: 0,
    note: null,
    answers: {},
  })
  expect(await getOwnEvents(owner.browser)).toMatchObject([
    { title: "Practice", slug: null, answer: "going", can_answer: true },
    { title: "Show", answer: null, can_answer: false },
  ])
})

test("members outside the team get only public events, and anonymous visitors none", async () => {
  expect(await getOwnEvents(fan.browser)).toMatchObject([{ title: "Show", answer: null }])
  expect(await getOwnEvents(openBrowser())).toEqual([])
})

test("a canceled team-only event stays in the list, and no member can sign up for it", async () => {
  await storeProfile(db, owner.id, { display_name: "Owner" })
  await db.one`update events set takes_signups = true, is_cancelled = true where id = ${practice.id}`
  expect(await getOwnEvents(owner.browser)).toMatchObject([
    { title: "Practice", is_cancelled: true, can_answer: false },
    { title: "Show" },
  ])
})
