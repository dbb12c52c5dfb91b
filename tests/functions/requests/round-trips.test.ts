/**
 * Counts the round trips to the database per request. At most two are allowed: one reads the session, one does the
 * work. Requests that compare a password between them may use a third. admin-gate.test.ts counts the round trips of the
 * admin API.
 */
import { neonConfig } from "@neondatabase/serverless"
import { afterAll, beforeAll, expect, test } from "vitest"
import account from "../../../netlify/functions/account.ts"
import auth from "../../../netlify/functions/auth.ts"
import events from "../../../netlify/functions/events.ts"
import ideas from "../../../netlify/functions/ideas.ts"
import music from "../../../netlify/functions/music.ts"
import news from "../../../netlify/functions/news.ts"
import newsletter from "../../../netlify/functions/newsletter.ts"
import profile from "../../../netlify/functions/profile.ts"
import reports from "../../../netlify/functions/reports.ts"
import signups from "../../../netlify/functions/signups.ts"
import system from "../../../netlify/functions/system.ts"
import teamPosts from "../../../netlify/functions/team-posts.ts"
import teams from "../../../netlify/functions/teams.ts"
import { storeInitialCharts } from "../../../netlify/lib/catalogue/snapshot.ts"
import { openBrowser, type TestBrowser } from "../../support/browser-like.ts"
import { testDatabase } from "../../support/database.ts"
import { makeUser } from "../../support/factories.ts"
import { makeIdea, suggestionFields } from "../../support/people/ideas.ts"
import { browserOf, makeMember } from "../../support/people/members.ts"
import { eventFields, postFields, teamChange, teamFields } from "../../support/people/teams.ts"
import { smallPng } from "../../support/pictures.ts"
import { storage } from "../../support/servers/blobs.ts"
import { googleServer } from "../../support/servers/google.ts"

const { owner } = testDatabase()
const db = owner.as(null)
storage()
const google = googleServer()
let trips = 0

// Emails and security events are written after the response, which does not wait for them.
const isAfterResponse = (init: unknown) =>
  /lease_mails|issue_mail_link|issue_event_emails|note_mail|note_security_event/.test(
    String(Object(init).body),
  )

const original = neonConfig.fetchFunction
beforeAll(async () => {
  await storeInitialCharts(db)
  neonConfig.fetchFunction = (...request: unknown[]) => {
    if (!isAfterResponse(request[1])) trips += 1
    return original(...request)
  }
})
afterAll(() => {
  neonConfig.fetchFunction = original
})

type Call = Parameters<TestBrowser["call"]>

/** Returns the status of an answer and the number of round trips. */
async function callAndCountTrips(browser: TestBrowser, ...call: Call) {
  trips = 0
  const { status, json } = await browser.call(...call)
  return { status, json, trips }
}

const visitor = openBrowser()
const email = "counted@daina.test"
const password = "daina-test"
const newPasswords = { current_password: password, new_password: "daina-tests" }
const token = "x".repeat(43)
const someId = "00000000-0000-4000-8000-000000000000"
const png = { "content-type": "image/png" }

test.each<[handler: typeof news, path: string]>([
  [system, "health"],
  [news, "news?limit=5"],
  [events, "events?scope=public"],
  [teamPosts, "team-posts"],
  [music, "spotify-trending-kpop?page=2"],
  [music, "spotify-new-albums?page=2"],
  [auth, "auth/session"],
])("an anonymous GET takes one round trip: %s %s", async (handler, path) => {
  const { status, trips } = await callAndCountTrips(visitor, handler, "GET", `/api/${path}`)
  expect([status, trips]).toEqual([200, 1])
})

type Step = [maxTrips: number, status: number, handler: typeof news, method: string, path: string]

// In the order in which a member uses the site.
test.each<[...Step, body?: object, headers?: Record<string, string>]>([
  [2, 201, auth, "POST", "auth/sign-up", { email, password, terms: true }],
  [2, 409, auth, "POST", "auth/sign-up", { email, password, terms: true }],
  [1, 204, auth, "POST", "auth/sign-out", {}],
  [1, 401, auth, "POST", "auth/sign-in", { email, password: "wrong" }],
  [2, 200, auth, "POST", "auth/sign-in", { email, password, language: "lv" }],
  [1, 200, auth, "GET", "auth/session"],
  [1, 204, auth, "POST", "auth/forgot-password", { email }],
  [2, 410, auth, "POST", "auth/verify-email", { token }],
  [1, 410, auth, "POST", "auth/reset-password", { token, password }],
  [2, 204, auth, "POST", "auth/resend-verification", {}],
  [1, 202, newsletter, "POST", "newsletter", { email, language: "lv" }],
  [1, 410, newsletter, "POST", "newsletter/confirm", { token }],
  [2, 410, newsletter, "POST", "newsletter/unsubscribe", { token }],
  [2, 200, account, "GET", "account"],
  [2, 200, account, "PATCH", "account", { marketing_consent: true }],
  [2, 200, account, "GET", "account/sessions"],
  [2, 404, account, "DELETE", `account/sessions/${someId}`],
  [2, 204, account, "DELETE", "account/sessions"],
  [2, 200, system, "GET", "debug/role"],
  [2, 200, profile, "GET", "profile"],
  [2, 200, profile, "PATCH", "profile", { display_name: "Mari" }],
  [2, 200, profile, "PUT", "profile/avatar", await smallPng(), png],
  [2, 415, profile, "PUT", "profile/avatar", new Uint8Array(9), png],
  [2, 404, profile, "GET", `profiles/${someId}`],
  [2, 200, music, "PUT", "likes/song/snapshot-song-1"],
  [2, 404, music, "PUT", "likes/song/nothing-1"],
  [2, 200, music, "GET", "likes"],
  [2, 204, music, "DELETE", "likes/song/snapshot-song-1"],
  [2, 200, music, "PUT", "profile/favorite-song", { id: "snapshot-song-1" }],
  [2, 404, music, "PUT", "profile/favorite-song", { id: "nothing-1" }],
  [2, 204, music, "DELETE", "profile/favorite-song"],
  [2, 200, account, "GET", "account/export"],
  [3, 204, account, "PUT", "account/password", newPasswords],
  [2, 422, account, "DELETE", "account", { password: "wrong" }],
  [3, 204, account, "DELETE", "account", { password: "daina-tests" }],
])(
  "takes at most %i round trips: %i %s %s %s",
  async (maxTrips, expected, handler, method, path, body, headers) => {
    const call: Call = [handler, method, `/api/${path}`, body, headers]
    const { status, trips } = await callAndCountTrips(visitor, ...call)
    expect(status).toBe(expected)
    expect(trips).toBeGreaterThan(0)
    expect(trips).toBeLessThanOrEqual(maxTrips)
  },
)

test("hiding a picture takes one more round trip, because it moves the file", async () => {
  const { browser } = await makeMember(db)
  const path = "/api/profile/avatar"
  const sent = await browser.call(profile, "PUT", path, await smallPng(), png)
  const save = async (change: object) => {
    const body = { display_name: "Mari", ...change }
    return (await callAndCountTrips(browser, profile, "PATCH", "/api/profile", body)).trips
  }
  expect(await save({ avatar_url: sent.json["avatar_url"] })).toBe(2)
  expect(await save({ privacy_settings: { show_avatar: false } })).toBe(3)
  expect(await save({ bio: "Hidden already" })).toBe(2)
})

test("resetting a password takes few round trips", async () => {
  const { id, email } = await makeUser(db)
  await db.one`
    insert into mail_links (token_hash, user_id, purpose, email, expires_at)
    values (sha256(${token}::bytea), ${id}, 'reset_password', ${email}, now() + interval '1 hour')`
  const call: Call = [auth, "POST", "/api/auth/reset-password", { token, password }]
  expect(await callAndCountTrips(openBrowser(), ...call)).toMatchObject({ status: 204, trips: 2 })
})

test("every action on a team takes at most two round trips", async () => {
  const { id: ownerId } = await makeUser(db, { displayName: "Owner" })
  const { id: askerId } = await makeUser(db, { displayName: "Asker" })
  const [owner, asker] = [await browserOf(db, ownerId), await browserOf(db, askerId)]
  const slug = "counted-team"
  const team = `teams/${slug}`
  const expectFewTrips = async (browser: TestBrowser, expected: number, ...step: Call) => {
    const [handler, method, path, body] = step
    const { status, json, trips } = await callAndCountTrips(
      browser,
      handler,
      method,
      `/api/${path}`,
      body,
    )
    expect([method, path, status]).toEqual([method, path, expected])
    expect(trips, `${method} ${path}`).toBeLessThanOrEqual(2)
    return json
  }
  const newTeam = await expectFewTrips(owner, 201, teams, "POST", "teams", { ...teamFields, slug })
  await expectFewTrips(owner, 409, teams, "POST", "teams", { ...teamFields, slug })
  await expectFewTrips(owner, 200, teams, "GET", "teams?search=riga&country=lv")
  await expectFewTrips(owner, 200, teams, "GET", "teams/mine")
  await expectFewTrips(owner, 200, teams, "GET", "home")
  await expectFewTrips(owner, 200, teams, "GET", team)
  await expectFewTrips(owner, 200, teams, "GET", `${team}/members`)
  const edited = { ...teamChange, slug, updated_at: newTeam["updated_at"] }
  await expectFewTrips(owner, 200, teams, "PATCH", team, edited)
  await expectFewTrips(owner, 409, teams, "PATCH", team, edited)
  const withdrawn = await expectFewTrips(asker, 201, teams, "POST", `${team}/join-requests`, {})
  await expectFewTrips(asker, 204, teams, "DELETE", `join-requests/${withdrawn["id"]}`)
  const { id: request } = await expectFewTrips(
    asker,
    201,
    teams,
    "POST",
    `${team}/join-requests`,
    {},
  )
  await expectFewTrips(owner, 200, teams, "GET", `${team}/join-requests`)
  await expectFewTrips(asker, 403, teams, "GET", `${team}/join-requests`)
  for (const status of ["rejected", "pending", "approved"]) {
    await expectFewTrips(owner, 200, teams, "PATCH", `join-requests/${request}`, { status })
  }
  await expectFewTrips(owner, 204, teams, "PATCH", `${team}/members/${askerId}`, { role: "admin" })

  const post = await expectFewTrips(asker, 201, teamPosts, "POST", `${team}/posts`, postFields)
  await expectFewTrips(asker, 200, teamPosts, "GET", `${team}/posts`)
  const postChange = { ...postFields, updated_at: post["updated_at"] }
  await expectFewTrips(asker, 200, teamPosts, "PATCH", `posts/${post["id"]}`, postChange)
  await expectFewTrips(asker, 409, teamPosts, "PATCH", `posts/${post["id"]}`, postChange)
  await expectFewTrips(asker, 200, teamPosts, "GET", `posts/${post["id"]}`)
  await expectFewTrips(asker, 204, teamPosts, "DELETE", `posts/${post["id"]}`)

  const newEvent = { ...eventFields, team_id: newTeam["id"] }
  const event = await expectFewTrips(asker, 201, events, "POST", "events", newEvent)
  // A second event with the same title on that day gets another slug.
  await expectFewTrips(asker, 201, events, "POST", "events", newEvent)
  await expectFewTrips(asker, 200, events, "GET", `events?team=${slug}&country=lv&from=2026-01-01`)
  await expectFewTrips(asker, 200, events, "GET", "events/practice-2027-06-01")
  const eventChange = { ...newEvent, updated_at: event["updated_at"] }
  await expectFewTrips(asker, 200, events, "PATCH", `events/${event["id"]}`, eventChange)
  await expectFewTrips(asker, 409, events, "PATCH", `events/${event["id"]}`, eventChange)
  const at = `events/${event["id"]}`
  const going = { status: "going", guests: 0, note: null, answers: {} }
  const settings = { takes_signups: true, max_participants: 1, signup_from: null }
  const more = { signup_until: null, guests_max: 0, offers_places: false, signup_questions: [] }
  await expectFewTrips(asker, 200, signups, "PATCH", `${at}/signup-settings`, {
    ...settings,
    ...more,
  })
  await expectFewTrips(asker, 200, signups, "PUT", `${at}/signup`, going)
  await expectFewTrips(owner, 200, signups, "PUT", `${at}/signup`, going)
  await expectFewTrips(owner, 200, signups, "GET", `${at}/signups?list=waiting&search=owner`)
  await expectFewTrips(owner, 200, signups, "GET", "my-events")
  const { mine } = await expectFewTrips(asker, 200, signups, "PUT", `${at}/signup`, {
    ...going,
    status: "not_going",
  })
  await expectFewTrips(asker, 404, signups, "PUT", `${at}/check-ins/${Object(mine).id}`, {
    arrived_at: null,
  })
  await expectFewTrips(asker, 204, signups, "PATCH", `signups/${Object(mine).id}`, {
    status: "going",
    message: null,
  })
  await expectFewTrips(asker, 200, signups, "POST", `${at}/message`, { message: "See you" })
  await expectFewTrips(asker, 204, events, "DELETE", `events/${event["id"]}`)

  await expectFewTrips(owner, 204, teams, "PATCH", `${team}/members/${askerId}`, { role: "owner" })
  await expectFewTrips(owner, 204, teams, "DELETE", `${team}/members/${ownerId}`)
  await expectFewTrips(asker, 204, teams, "DELETE", `${team}/members/${askerId}`)
  await expectFewTrips(asker, 404, teams, "GET", team)
})

test("ideas, votes, suggestions and reports take at most two round trips", async () => {
  const { browser } = await makeMember(db)
  const vote = `/api/ideas/${await makeIdea(db, { title: "Counted" })}/vote`
  const { id: target_id } = await makeUser(db, { displayName: "X" })
  const report = { kind: "profile", target_id, reason: "spam" }
  const calls: [status: number, ...Call][] = [
    [200, ideas, "GET", "/api/ideas/popular"],
    [200, ideas, "GET", "/api/ideas/similar?title=counted"],
    [200, ideas, "PUT", vote],
    [200, ideas, "DELETE", vote],
    [200, ideas, "POST", "/api/send-telegram-suggestion", suggestionFields()],
    [201, reports, "POST", "/api/reports", report],
    [200, reports, "POST", "/api/reports", report],
  ]
  for (const [status, ...call] of calls) {
    expect(await callAndCountTrips(browser, ...call), call[2]).toMatchObject({ status, trips: 2 })
  }
})

test("logging in with Google takes few round trips", async () => {
  google.claims = { sub: "counted", email: "google@daina.test", email_verified: true }
  const departure = await google.leave(visitor)
  trips = 0
  await google.comeBack(visitor, await google.confirm(departure))
  expect(visitor.cookies.has("daina_session")).toBe(true)
  expect(trips).toBe(2)
})
