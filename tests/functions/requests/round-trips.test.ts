/** Counts the round trips of requests to the database. Most requests take one for the session and one for the work. */
import { expect, test } from "vitest"
import { storeInitialCharts } from "../../../netlify/lib/catalogue/snapshot.ts"
import { callSite, openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { makeIdea, makeSuggestionFields } from "../../support/people/ideas.ts"
import { makeMember, openSignedInBrowser } from "../../support/people/members.ts"
import {
  eventFields,
  goingFields,
  postFields,
  signupSettings,
  teamChange,
  teamFields,
} from "../../support/people/teams.ts"
import { makeSmallPng } from "../../support/pictures.ts"
import { recordQueries } from "../../support/queries.ts"
import { startStorage } from "../../support/servers/blobs.ts"
import { startGoogle } from "../../support/servers/google.ts"

const { db } = await openTestDatabase()
startStorage()
const google = startGoogle()
const queries = recordQueries()
await storeInitialCharts(db)

type Call = [method: string, path: string, body?: unknown, headers?: Record<string, string>]

async function callAndCountTrips(browser: TestBrowser, ...call: Call) {
  const [method, path, ...bodyAndHeaders] = call
  queries.length = 0
  const { status, json } = await browser.call(callSite, method, `/api/${path}`, ...bodyAndHeaders)
  return { status, json, trips: queries.length }
}

const visitor = openBrowser()
const email = "counted@daina.test"
const password = "daina-test"
const newPasswords = { current_password: password, new_password: "daina-tests" }
const token = "x".repeat(43)
const unknownId = "00000000-0000-4000-8000-000000000000"
const png = { "content-type": "image/png" }

test.each(["health", "news?limit=5", "events?scope=public", "team-posts", "auth/session"])(
  "an anonymous GET of %s takes one round trip",
  async (path) => {
    const { status, trips } = await callAndCountTrips(visitor, "GET", path)
    expect([status, trips]).toEqual([200, 1])
  },
)

type Step = [method: string, path: string, maxTrips: number, status: number]

// The steps share one browser. Each step needs the steps before it.
test.each<[...Step, body?: object, headers?: Record<string, string>]>([
  ["POST", "auth/sign-up", 2, 201, { email, password, terms: true }],
  ["POST", "auth/sign-up", 2, 409, { email, password, terms: true }],
  ["POST", "auth/sign-out", 1, 204, {}],
  ["POST", "auth/sign-in", 1, 401, { email, password: "wrong" }],
  ["POST", "auth/sign-in", 2, 200, { email, password, language: "lv" }],
  ["GET", "auth/session", 2, 200],
  ["POST", "auth/forgot-password", 1, 204, { email }],
  ["POST", "auth/verify-email", 2, 410, { token }],
  ["POST", "auth/reset-password", 1, 410, { token, password }],
  ["POST", "auth/resend-verification", 2, 204, {}],
  ["POST", "newsletter", 1, 202, { email, language: "lv" }],
  ["POST", "newsletter/confirm", 1, 410, { token }],
  ["POST", "newsletter/unsubscribe", 2, 410, { token }],
  ["POST", "newsletter/restore", 1, 410, { token }],
  ["GET", "account", 2, 200],
  ["PATCH", "account", 2, 200, { marketing_consent: true }],
  ["GET", "account/sessions", 2, 200],
  ["DELETE", `account/sessions/${unknownId}`, 2, 404],
  ["DELETE", "account/sessions", 2, 204],
  ["GET", "debug/role", 2, 200],
  ["GET", "profile", 2, 200],
  ["PATCH", "profile", 2, 200, { display_name: "Mari" }],
  ["PUT", "profile/avatar", 2, 200, await makeSmallPng(), png],
  ["PUT", "profile/avatar", 2, 415, new Uint8Array(9), png],
  ["GET", `profiles/${unknownId}`, 2, 404],
  ["PUT", "likes/song/snapshot-song-1", 2, 200],
  ["PUT", "likes/song/nothing-1", 2, 404],
  ["GET", "likes", 2, 200],
  ["DELETE", "likes/song/snapshot-song-1", 2, 204],
  ["PUT", "countries/lv/follow", 2, 200, {}],
  ["GET", "follows", 2, 200],
  ["DELETE", "countries/lv/follow", 2, 200],
  ["GET", "notifications", 2, 200],
  ["GET", "notifications/preferences", 2, 200],
  ["PATCH", "notifications/preferences/team_post", 2, 200, { bell: false }],
  ["PUT", "notifications/read", 2, 200, { until: "2027-01-01T00:00:00Z", is_read: true }],
  ["PUT", "profile/favorite-song", 2, 200, { id: "snapshot-song-1" }],
  ["PUT", "profile/favorite-song", 2, 404, { id: "nothing-1" }],
  ["DELETE", "profile/favorite-song", 2, 204],
  ["GET", "account/export", 2, 200],
  ["PUT", "account/password", 3, 204, newPasswords],
  ["DELETE", "account", 2, 422, { password: "wrong" }],
  ["DELETE", "account", 3, 204, { password: "daina-tests" }],
])(
  "%s %s takes at most %i round trips and gets status %i",
  async (method, path, maxTrips, expected, body, headers) => {
    const { status, trips } = await callAndCountTrips(visitor, method, path, body, headers)
    expect(status).toBe(expected)
    expect(trips).toBeGreaterThan(0)
    expect(trips).toBeLessThanOrEqual(maxTrips)
  },
)

test("hiding a picture takes one more round trip, because its file gets a new address", async () => {
  const { browser } = await makeMember(db)
  const path = "/api/profile/avatar"
  const upload = await browser.send("PUT", path, await makeSmallPng(), png)
  const save = async (change: object) => {
    const body = { display_name: "Mari", ...change }
    return (await callAndCountTrips(browser, "PATCH", "profile", body)).trips
  }
  expect(await save({ avatar_url: upload.json["avatar_url"] })).toBe(2)
  expect(await save({ privacy_settings: { show_avatar: false } })).toBe(3)
  expect(await save({ bio: "Hidden already" })).toBe(2)
})

test("resetting a password takes two round trips", async () => {
  const { id, email } = await makeUser(db)
  await db.one`
    insert into mail_links (token_hash, user_id, purpose, email, expires_at)
    values (sha256(${token}::bytea), ${id}, 'reset_password', ${email}, now() + interval '1 hour')`
  const body = { token, password }
  const counted = await callAndCountTrips(openBrowser(), "POST", "auth/reset-password", body)
  expect(counted).toMatchObject({ status: 204, trips: 2 })
})

test("actions on a team, its posts and its events take at most two round trips", async () => {
  const { id: ownerId } = await makeUser(db, { displayName: "Owner" })
  const { id: requesterId } = await makeUser(db, { displayName: "Requester" })
  const owner = await openSignedInBrowser(db, ownerId)
  const requester = await openSignedInBrowser(db, requesterId)
  const slug = "counted-team"
  const team = `teams/${slug}`
  const expectFewTrips = async (browser: TestBrowser, expected: number, ...step: Call) => {
    const { status, json, trips } = await callAndCountTrips(browser, ...step)
    const name = step.slice(0, 2).join(" ")
    expect(status, name).toBe(expected)
    expect(trips, name).toBeLessThanOrEqual(2)
    return json
  }
  const newTeam = await expectFewTrips(owner, 201, "POST", "teams", { ...teamFields, slug })
  await expectFewTrips(owner, 409, "POST", "teams", { ...teamFields, slug })
  await expectFewTrips(owner, 200, "GET", "teams?search=riga&country=lv")
  await expectFewTrips(owner, 200, "GET", "teams/mine")
  await expectFewTrips(owner, 200, "GET", "home")
  await expectFewTrips(owner, 200, "GET", team)
  await expectFewTrips(owner, 200, "GET", `${team}/members`)
  await expectFewTrips(requester, 200, "PUT", `${team}/follow`, {})
  await expectFewTrips(requester, 200, "DELETE", `${team}/follow`)
  const edited = { ...teamChange, slug, updated_at: newTeam["updated_at"] }
  await expectFewTrips(owner, 200, "PATCH", team, edited)
  await expectFewTrips(owner, 409, "PATCH", team, edited)
  const withdrawn = await expectFewTrips(requester, 201, "POST", `${team}/join-requests`, {})
  await expectFewTrips(requester, 204, "DELETE", `join-requests/${withdrawn["id"]}`)
  const { id: request } = await expectFewTrips(requester, 201, "POST", `${team}/join-requests`, {})
  await expectFewTrips(owner, 200, "GET", `${team}/join-requests`)
  await expectFewTrips(requester, 403, "GET", `${team}/join-requests`)
  for (const status of ["rejected", "pending", "approved"]) {
    await expectFewTrips(owner, 200, "PATCH", `join-requests/${request}`, { status })
  }
  await expectFewTrips(owner, 204, "PATCH", `${team}/members/${requesterId}`, { role: "admin" })

  const post = await expectFewTrips(requester, 201, "POST", `${team}/posts`, postFields)
  await expectFewTrips(requester, 200, "GET", `${team}/posts`)
  const postChange = { ...postFields, updated_at: post["updated_at"] }
  await expectFewTrips(requester, 200, "PATCH", `posts/${post["id"]}`, postChange)
  await expectFewTrips(requester, 409, "PATCH", `posts/${post["id"]}`, postChange)
  await expectFewTrips(requester, 200, "GET", `posts/${post["id"]}`)
  await expectFewTrips(requester, 204, "DELETE", `posts/${post["id"]}`)

  const newEvent = { ...eventFields, team_id: newTeam["id"] }
  const event = await expectFewTrips(requester, 201, "POST", "events", newEvent)
  // A second event with the same title on that day gets another slug.
  await expectFewTrips(requester, 201, "POST", "events", newEvent)
  await expectFewTrips(requester, 200, "GET", `events?team=${slug}&country=lv&from=2026-01-01`)
  await expectFewTrips(requester, 200, "GET", "events/practice-2027-06-01")
  const eventChange = { ...newEvent, updated_at: event["updated_at"] }
  await expectFewTrips(requester, 200, "PATCH", `events/${event["id"]}`, eventChange)
  await expectFewTrips(requester, 409, "PATCH", `events/${event["id"]}`, eventChange)
  const eventPath = `events/${event["id"]}`
  const settings = { ...signupSettings, max_participants: 1 }
  await expectFewTrips(requester, 200, "PATCH", `${eventPath}/signup-settings`, settings)
  await expectFewTrips(requester, 200, "PUT", `${eventPath}/signup`, goingFields)
  await expectFewTrips(owner, 200, "PUT", `${eventPath}/signup`, goingFields)
  await expectFewTrips(owner, 200, "GET", `${eventPath}/signups?list=waiting&search=owner`)
  await expectFewTrips(owner, 200, "GET", "my-events")
  const declined = { ...goingFields, status: "not_going" }
  const { mine } = await expectFewTrips(requester, 200, "PUT", `${eventPath}/signup`, declined)
  const { id: signup } = Object(mine)
  await expectFewTrips(requester, 404, "PUT", `${eventPath}/check-ins/${signup}`, {
    arrived_at: null,
  })
  const moved = { status: "going", message: null }
  await expectFewTrips(requester, 204, "PATCH", `signups/${signup}`, moved)
  await expectFewTrips(requester, 200, "POST", `${eventPath}/message`, { message: "See you" })
  await expectFewTrips(requester, 204, "DELETE", `events/${event["id"]}`)

  await expectFewTrips(owner, 204, "PATCH", `${team}/members/${requesterId}`, { role: "owner" })
  await expectFewTrips(owner, 204, "DELETE", `${team}/members/${ownerId}`)
  await expectFewTrips(requester, 204, "DELETE", `${team}/members/${requesterId}`)
  await expectFewTrips(requester, 404, "GET", team)
})

test("ideas, votes, suggestions and reports take two round trips each", async () => {
  const { browser } = await makeMember(db)
  const vote = `ideas/${await makeIdea(db, { title: "Counted" })}/vote`
  const { id: target_id } = await makeUser(db, { displayName: "X" })
  const report = { kind: "profile", target_id, reason: "spam" }
  const calls: [status: number, ...Call][] = [
    [200, "GET", "ideas/popular"],
    [200, "GET", "ideas/similar?title=counted"],
    [200, "PUT", vote],
    [200, "DELETE", vote],
    [200, "POST", "send-telegram-suggestion", makeSuggestionFields()],
    [201, "POST", "reports", report],
    [200, "POST", "reports", report],
  ]
  for (const [status, ...call] of calls) {
    expect(await callAndCountTrips(browser, ...call), call[1]).toMatchObject({ status, trips: 2 })
  }
})

test("the callback of a log-in with Google takes two round trips", async () => {
  google.claims = { sub: "counted", email: "google@daina.test", email_verified: true }
  const googleResponse = await google.startSignIn(visitor)
  queries.length = 0
  await google.followCallback(visitor, await google.confirm(googleResponse))
  expect(visitor.cookies.has("daina_session")).toBe(true)
  expect(queries).toHaveLength(2)
})
