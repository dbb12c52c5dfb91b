import { beforeEach, describe, expect, test } from "vitest"
import { openTestDatabase } from "../../support/database.ts"
import { storeProfile } from "../../support/factories.ts"
import { getHome, getTitles, makeHomeScene } from "../../support/people/home.ts"
import { makeEvent, makeTeam } from "../../support/people/teams.ts"

const { db } = await openTestDatabase()
const { owner, member, other } = makeHomeScene(db)

describe("the week in the member's country", () => {
  const getTimeInDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const getWeek = async () => (await getHome(other))["week"]
  const decline = async (id: string) => {
    const answer = { status: "not_going", guests: 0, note: null, answers: {} }
    const { status } = await other.browser.send("PUT", `/api/events/${id}/signup`, answer)
    expect(status).toBe(200)
  }
  beforeEach(async () => {
    await db.one`delete from events where event_type = 'public'`
    await db.one`update users set country = 'lt' where id = ${other.id}`
    await storeProfile(db, other.id, { display_name: "Other" })
  })

  test("the week has the public events of the next seven days, soonest first", async () => {
    const cup = await makeEvent(db, null, { title: "Cup", country: "lt", start: getTimeInDays(6) })
    const dance = await makeEvent(db, null, {
      title: "Dance",
      country: "lt",
      start: getTimeInDays(2),
    })
    await db.one`update events set takes_signups = true where id = ${dance.id}`
    await makeEvent(db, null, { title: "Later", country: "lt", start: getTimeInDays(8) })
    await makeEvent(db, null, { title: "In Latvia", country: "lv", start: getTimeInDays(2) })
    await db.one`update events set takes_signups = true, max_participants = 3 where id = ${cup.id}`
    await db.one`
      insert into event_signups (event_id, user_id, status, guests)
      values (${cup.id}, ${member.id}, 'going', 1)`
    expect(await getWeek()).toMatchObject([
      { title: "Dance", places_left: null, can_answer: true },
      { title: "Cup", places_left: 1, can_answer: true },
    ])
    await decline(dance.id)
    expect(await getWeek()).toMatchObject([
      { title: "Dance", answer: "not_going" },
      { title: "Cup" },
    ])
  })

  test("the week has events without sign-up, with sign-up on another site, and without a country", async () => {
    await makeEvent(db, null, { title: "Open", country: "lt", start: getTimeInDays(1) })
    const linked = await makeEvent(db, null, {
      title: "Linked",
      country: "lt",
      start: getTimeInDays(2),
    })
    await db.one`
      update events set registration_url = 'https://tickets.example/1' where id = ${linked.id}`
    const online = await makeEvent(db, null, { title: "Online", start: getTimeInDays(3) })
    await db.one`update events set country = null where id = ${online.id}`
    expect(await getWeek()).toMatchObject([
      { title: "Open", can_sign_up: false, can_answer: false, registration_url: null },
      { title: "Linked", can_sign_up: true, registration_url: "https://tickets.example/1" },
      { title: "Online", country: null },
    ])
  })

  test("events that are full, or whose sign-up has not started, offer no sign-up", async () => {
    const fullEvent = await makeEvent(db, null, {
      title: "Full",
      country: "lt",
      start: getTimeInDays(1),
    })
    await db.one`update events set takes_signups = true, max_participants = 0 where id = ${fullEvent.id}`
    const eventBeforeSignup = await makeEvent(db, null, {
      title: "Early",
      country: "lt",
      start: getTimeInDays(2),
    })
    await db.one`
      update events set takes_signups = true, signup_from = ${getTimeInDays(1)} where id = ${eventBeforeSignup.id}`
    expect(await getWeek()).toMatchObject([
      { title: "Full", places_left: 0, can_sign_up: false },
      { title: "Early", can_sign_up: false, can_answer: false },
    ])
  })

  test("if the week has at most one event, later events are listed, first those in the member's country", async () => {
    const getLater = async () => (await getHome(other))["later"]
    const fullEvent = await makeEvent(db, null, {
      title: "Full",
      country: "lt",
      start: getTimeInDays(9),
    })
    await db.one`update events set takes_signups = true, max_participants = 0 where id = ${fullEvent.id}`
    for (const day of [10, 11, 12]) {
      await makeEvent(db, null, { title: `Day ${day}`, country: "lv", start: getTimeInDays(day) })
    }
    const cup = await makeEvent(db, null, { title: "Cup", country: "lv", start: getTimeInDays(30) })
    await db.one`update events set takes_signups = true where id = ${cup.id}`
    for (let day = 13; day <= 40; day += 1) {
      await makeEvent(db, null, { title: `Day ${day}`, country: "ee", start: getTimeInDays(day) })
    }
    expect(getTitles(await getLater())).toEqual(["Day 10", "Day 11", "Day 12", "Cup"])
    await decline(cup.id)
    expect(getTitles(await getLater())).toEqual(["Day 10", "Day 11", "Day 12", "Day 13"])
    await makeEvent(db, null, { title: "Lithuania", country: "lt", start: getTimeInDays(50) })
    expect(getTitles(await getLater())).toEqual(["Lithuania", "Day 10", "Day 11", "Day 12"])
    await makeEvent(db, null, { title: "Soon", country: "lt", start: getTimeInDays(1) })
    expect(getTitles(await getWeek())).toEqual(["Soon"])
    expect(getTitles(await getLater())).toEqual(["Lithuania", "Day 10", "Day 11", "Day 12"])
    await makeEvent(db, null, { title: "Tomorrow", country: "lt", start: getTimeInDays(1) })
    expect(await getLater()).toEqual([])
    await db.one`update users set country = 'other' where id = ${other.id}`
    expect(await getWeek()).toEqual([])
    expect(getTitles(await getLater())).toEqual(["Soon", "Tomorrow", "Day 10", "Day 11"])
  })

  test("the week leaves out canceled and unreviewed events, and events with the member's sign-up", async () => {
    const ownEvent = await makeEvent(db, null, {
      title: "My event",
      country: "lt",
      start: getTimeInDays(1),
    })
    await db.one`
      insert into event_signups (event_id, user_id, status) values (${ownEvent.id}, ${other.id}, 'going')`
    const canceled = await makeEvent(db, null, {
      title: "Off",
      country: "lt",
      start: getTimeInDays(1),
    })
    await db.one`update events set is_cancelled = true where id = ${canceled.id}`
    const unreviewed = await makeTeam(db, { [owner.id]: "owner" }, { reviewed: false })
    await makeEvent(db, unreviewed.id, {
      title: "New team",
      country: "lt",
      start: getTimeInDays(1),
    })
    expect(await getWeek()).toEqual([])
  })
})
