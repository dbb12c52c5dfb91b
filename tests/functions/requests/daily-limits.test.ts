import { beforeEach, describe, expect, test } from "vitest"
import { WEEKDAYS } from "../../../src/features/events/series/rule.ts"
import {
  addToDailyCount,
  ageAttempts,
  countAttempts,
  expectRateLimited,
} from "../../support/attempts.ts"
import type { BrowserResponse } from "../../support/browser-like.ts"
import { repeatConcurrently } from "../../support/concurrency.ts"
import { openTestDatabase } from "../../support/database.ts"
import { type Member, makeMember } from "../../support/people/members.ts"
import {
  eventFields,
  goingFields,
  importFields,
  makeEvent,
  makeTeam,
  postFields,
  teamChange,
  teamFields,
} from "../../support/people/teams.ts"
import { startBuildHook } from "../../support/servers/build-hook.ts"

const SECONDS_PER_DAY = 24 * 60 * 60

const { db } = await openTestDatabase()
startBuildHook()

/** A member that no super admin has approved yet. */
let newcomer: Member
let member: Member
let superAdmin: Member
let team: { id: string; slug: string }
beforeEach(async () => {
  newcomer = await makeMember(db, { displayName: "Newcomer", isApproved: false })
  member = await makeMember(db, { displayName: "Member" })
  superAdmin = await makeMember(db, { displayName: "Chief", role: "super_admin" })
  team = await makeTeam(db, {
    [newcomer.id]: "owner",
    [member.id]: "admin",
    [superAdmin.id]: "admin",
  })
})

let slugCount = 0
const makeSlug = () => {
  slugCount += 1
  return `group-${slugCount}`
}
const createTeam = ({ browser }: Member) =>
  browser.send("POST", "/api/teams", { ...teamFields, slug: makeSlug() })
const addPost = ({ browser }: Member, fields: object = {}) =>
  browser.send("POST", `/api/teams/${team.slug}/posts`, { ...postFields, ...fields })
const addEvent = ({ browser }: Member, fields: object = {}) =>
  browser.send("POST", "/api/events", { ...eventFields, team_id: team.id, ...fields })
const changeSlug = async ({ browser }: Member) => {
  const current = await db.one<{ updated_at: string; slug: string }>`
    select updated_at, slug from teams where id = ${team.id}`
  const body = { ...teamChange, slug: makeSlug(), updated_at: current?.updated_at }
  return browser.send("PATCH", `/api/teams/${current?.slug}`, body)
}
const requestToJoin = async ({ browser }: Member) => {
  const otherTeam = await makeTeam(db, {})
  return browser.send("POST", `/api/teams/${otherTeam.slug}/join-requests`, {})
}
const signUp = async ({ browser }: Member) => {
  const { id } = await makeEvent(db, team.id)
  await db.one`update events set takes_signups = true where id = ${id}`
  return browser.send("PUT", `/api/events/${id}/signup`, { ...goingFields, status: "interested" })
}
/** Adds an attendee without a sign-up, as organizers do at the entrance of an event. */
const addWalkIn = async ({ browser }: Member) => {
  const { id } = await makeEvent(db, team.id)
  return browser.send("POST", `/api/events/${id}/signups`, { name: "Ieva", guests: 0 })
}

/** Kinds of content with the daily limits for a newcomer and for an approved member, and a function that adds one. */
const KINDS: [kind: string, newcomerLimit: number, memberLimit: number, add: typeof createTeam][] =
  [
    ["teams", 3, 10, createTeam],
    ["posts", 10, 100, addPost],
    ["events", 400, 2000, addEvent],
    ["join-requests", 20, 100, requestToJoin],
    ["signups", 50, 300, signUp],
    ["walk-ins", 500, 2000, addWalkIn],
  ]

const isAdded = ({ status }: BrowserResponse) => status === 200 || status === 201

describe.each(KINDS)("%s", (kind, newcomerLimit, memberLimit, add) => {
  test(`a newcomer can add ${newcomerLimit} a day, also concurrently`, async () => {
    await addToDailyCount(db, kind, newcomer.id, newcomerLimit - 2)
    const responses = await repeatConcurrently(5, () => add(newcomer))
    expect(responses.filter(isAdded)).toHaveLength(2)
    const refusals = responses.filter((response) => !isAdded(response))
    expect(refusals).toHaveLength(3)
    for (const refusal of refusals) expectRateLimited(refusal, SECONDS_PER_DAY, "newcomer_limit")
    expect(await countAttempts(db, `${kind}-a-day`, newcomer.id, "1 day")).toBe(newcomerLimit)
    await ageAttempts(db, "1 day")
    expect(isAdded(await add(newcomer))).toBe(true)
  })

  test(`an approved member can add ${memberLimit} a day, and a super admin any number`, async () => {
    await addToDailyCount(db, kind, member.id, memberLimit - 1)
    expect(isAdded(await add(member))).toBe(true)
    expectRateLimited(await add(member), SECONDS_PER_DAY, "daily_limit")
    await addToDailyCount(db, kind, superAdmin.id, memberLimit)
    for (let i = 0; i < 3; i += 1) expect(isAdded(await add(superAdmin))).toBe(true)
  })
})

test("a newcomer can change a team's slug five times a day", async () => {
  await addToDailyCount(db, "team-slugs", newcomer.id, 4)
  expect((await changeSlug(newcomer)).status).toBe(200)
  expectRateLimited(await changeSlug(newcomer), SECONDS_PER_DAY, "newcomer_limit")
})

test("an approval ends a newcomer's limits at once", async () => {
  for (let i = 0; i < 3; i += 1) expect((await createTeam(newcomer)).status).toBe(201)
  expectRateLimited(await createTeam(newcomer), SECONDS_PER_DAY, "newcomer_limit")
  await db.one`update users set vetted_at = now() where id = ${newcomer.id}`
  expect((await createTeam(newcomer)).status).toBe(201)
})

test("deleted teams count toward the limit, and refused teams do not", async () => {
  for (let i = 0; i < 3; i += 1) {
    const { json } = await createTeam(newcomer)
    const path = `/api/teams/${json["slug"]}/members/${newcomer.id}`
    expect((await newcomer.browser.send("DELETE", path)).status).toBe(204)
  }
  expectRateLimited(await createTeam(newcomer), SECONDS_PER_DAY, "newcomer_limit")
  await ageAttempts(db, "1 day")
  const takenSlug = { ...teamFields, slug: team.slug }
  for (let i = 0; i < 5; i += 1) {
    const response = await newcomer.browser.send("POST", "/api/teams", takenSlug)
    expect(response.status).toBe(409)
  }
  expect((await createTeam(newcomer)).status).toBe(201)
})

test("the Retry-After of a refusal ends when the oldest counted post is a day old", async () => {
  await addToDailyCount(db, "posts", newcomer.id, 4)
  await ageAttempts(db, "20 hours")
  await addToDailyCount(db, "posts", newcomer.id, 6)
  const waitSeconds = Number((await addPost(newcomer)).headers.get("retry-after"))
  expect(waitSeconds).toBeGreaterThan(3.9 * 60 * 60)
  expect(waitSeconds).toBeLessThanOrEqual(4 * 60 * 60)
})

describe("adding many events at once", () => {
  const countEvents = () => db.value<number>`select count(*) from events where team_id = ${team.id}`
  const everyDay = { frequency: "weekly", days: WEEKDAYS, except: [] }

  test("a series of a year fits into the limit, and a second series is refused as a whole", async () => {
    const tomorrow = Date.now() + SECONDS_PER_DAY * 1000
    const series = {
      repeat: { ...everyDay, count: 366 },
      start_date: new Date(tomorrow).toISOString(),
      end_date: new Date(tomorrow + 3_600_000).toISOString(),
    }
    expect((await addEvent(newcomer, series)).status).toBe(201)
    const before = await countEvents()
    expect(before).toBeGreaterThan(300)
    const secondSeries = { ...series, title: "Another", repeat: { ...everyDay, count: 100 } }
    expectRateLimited(await addEvent(newcomer, secondSeries), SECONDS_PER_DAY, "newcomer_limit")
    expect(await countEvents()).toBe(before)
    expect((await addEvent(newcomer)).status).toBe(201)
  })

  test("an import beyond the limit is refused as a whole", async () => {
    const makeEntries = (prefix: string, size: number) =>
      Array.from({ length: size }, (_, i) => {
        return { ...importFields, uid: `${prefix}${i}`, title: `Practice ${i}` }
      })
    const importEvents = (events: object[]) => {
      const options = { team_id: team.id, event_type: "public", country: null, language: "lv" }
      return newcomer.browser.send("POST", "/api/imports", { ...options, events })
    }
    await addToDailyCount(db, "events", newcomer.id, 350)
    expect((await importEvents(makeEntries("a", 50))).json).toEqual({ added: 50, changed: 0 })
    expectRateLimited(await importEvents(makeEntries("b", 1)), SECONDS_PER_DAY, "newcomer_limit")
    // These events exist already, so the import updates them, and they do not count toward the limit.
    expect((await importEvents(makeEntries("a", 50))).json).toEqual({ added: 0, changed: 50 })
    expect(await countEvents()).toBe(50)
  })
})
