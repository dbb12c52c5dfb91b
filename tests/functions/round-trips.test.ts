/**
 * How often a call speaks to the database: twice at the most, for the session and for the work. A third
 * time where a password stands between the two, since it is compared here.
 */
import { neonConfig } from "@neondatabase/serverless"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import adminBuild from "../../netlify/functions/admin-build.ts"
import adminNews from "../../netlify/functions/admin-news.ts"
import auth from "../../netlify/functions/auth.ts"
import authMail from "../../netlify/functions/auth-mail.ts"
import debugRole from "../../netlify/functions/debug-role.ts"
import events from "../../netlify/functions/events.ts"
import favoriteSong from "../../netlify/functions/favorite-song.ts"
import health from "../../netlify/functions/health.ts"
import ideas from "../../netlify/functions/ideas.ts"
import joinRequests from "../../netlify/functions/join-requests.ts"
import letters from "../../netlify/functions/letters.ts"
import unsubscribe from "../../netlify/functions/letters-unsubscribe.ts"
import likes from "../../netlify/functions/likes.ts"
import news from "../../netlify/functions/news.ts"
import profile from "../../netlify/functions/profile.ts"
import reports from "../../netlify/functions/reports.ts"
import suggest from "../../netlify/functions/send-telegram-suggestion.ts"
import newAlbums from "../../netlify/functions/spotify-new-albums.ts"
import trending from "../../netlify/functions/spotify-trending-kpop.ts"
import teamPosts from "../../netlify/functions/team-posts.ts"
import teams from "../../netlify/functions/teams.ts"
import { fillCharts } from "../../netlify/lib/catalogue/snapshot.ts"
import { storage } from "../blobs.ts"
import { openBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeArticle, makeSession, makeUser, type TestArticle } from "../factories.ts"
import { googleServer } from "../google.ts"
import { makeIdea, suggestionFields } from "../ideas.ts"
import { makeMember } from "../members.ts"
import { eventFields, postFields, teamChange, teamFields } from "../teams.ts"

const { owner } = testDatabase()
const db = owner.as(null)
storage()
const google = googleServer()
const editor = openBrowser()
let article: TestArticle
let trips = 0

const drawPicture = () =>
  sharp({ create: { width: 9, height: 9, channels: 3, background: "#ff5a7d" } })
    .png()
    .toBuffer()

// Mails go out after the answer, which does not wait for them.
const isForMails = (init: unknown) =>
  /take_mails|issue_mail_link|note_mail/.test(String(Object(init).body))

const original = neonConfig.fetchFunction
beforeAll(async () => {
  article = await makeArticle(db)
  await fillCharts(db)
  const { email } = await makeUser(db, { password: "daina-test", role: "super_admin" })
  await editor.call(auth, "POST", "/api/auth/sign-in", { email, password: "daina-test" })
  neonConfig.fetchFunction = (...request: unknown[]) => {
    if (!isForMails(request[1])) trips += 1
    return original(...request)
  }
})
afterAll(() => {
  neonConfig.fetchFunction = original
})

const fields = {
  title: "Counted",
  excerpt: null,
  content: "",
  cover_image_url: null,
  country: null,
  language: "en",
  is_featured: false,
  is_published: false,
}

test.each<
  [
    method: string,
    path: (id: string) => string,
    handler: typeof news,
    most: number,
    status: number,
    body?: object,
  ]
>([
  ["GET", () => "/api/health", health, 1, 200],
  ["GET", () => "/api/news?limit=5", news, 1, 200],
  ["GET", () => "/api/news/nothing", news, 1, 404],
  ["GET", () => "/api/events?scope=public", events, 1, 200],
  ["GET", () => "/api/team-posts", teamPosts, 1, 200],
  ["POST", () => "/api/spotify-trending-kpop", trending, 1, 200, {}],
  ["GET", () => "/api/spotify-trending-kpop?page=2", trending, 1, 200],
  ["POST", () => "/api/spotify-new-albums", newAlbums, 1, 200, {}],
  ["GET", () => "/api/spotify-new-albums?page=2", newAlbums, 1, 200],
  ["GET", () => "/api/auth/session", auth, 1, 200],
  ["GET", () => "/api/admin/build", adminBuild, 2, 200],
  ["GET", () => "/api/admin/news", adminNews, 2, 200],
  ["POST", () => "/api/admin/news", adminNews, 2, 201, { ...fields, slug: "counted" }],
  ["GET", (id) => `/api/admin/news/${id}`, adminNews, 2, 200],
  ["PATCH", (id) => `/api/admin/news/${id}`, adminNews, 2, 200, { ...fields, slug: "counted-too" }],
  ["DELETE", (id) => `/api/admin/news/${id}`, adminNews, 2, 204],
])("%s %s", async (method, path, handler, most, status, body) => {
  trips = 0
  const sent = body && { ...body, updated_at: article.updated_at }
  const answer = await editor.call(handler, method, path(article.id), sent)
  expect(answer.status).toBe(status)
  expect(trips).toBeGreaterThan(0)
  expect(trips).toBeLessThanOrEqual(most)
})

const visitor = openBrowser()
const email = "counted@daina.test"
const password = "daina-test"
const token = "x".repeat(43)
const someId = "00000000-0000-4000-8000-000000000000"

// In the order of a membership, from its beginning to its end.
test.each<
  [
    method: string,
    path: string,
    handler: typeof news,
    most: number,
    status: number,
    body?: object,
    type?: string,
  ]
>([
  ["POST", "/api/auth/sign-up", auth, 2, 201, { email, password, terms: true }],
  ["POST", "/api/auth/sign-up", auth, 2, 409, { email, password, terms: true }],
  ["POST", "/api/auth/sign-out", auth, 1, 204, {}],
  ["POST", "/api/auth/sign-in", auth, 1, 401, { email, password: "wrong" }],
  ["POST", "/api/auth/sign-in", auth, 2, 200, { email, password, language: "lv" }],
  ["POST", "/api/auth/sign-in", auth, 2, 200, { email, password }],
  ["GET", "/api/auth/session", auth, 1, 200],
  ["POST", "/api/auth/forgot-password", authMail, 1, 204, { email }],
  ["POST", "/api/auth/verify-email", authMail, 2, 410, { token }],
  ["POST", "/api/auth/reset-password", authMail, 1, 410, { token, password }],
  ["POST", "/api/auth/resend-verification", authMail, 2, 204, {}],
  ["POST", "/api/newsletter", letters, 1, 202, { email, language: "lv" }],
  ["POST", "/api/letters/confirm", letters, 1, 410, { token }],
  ["POST", "/api/letters/unsubscribe", unsubscribe, 1, 410, { token }],
  ["GET", "/api/account", account, 2, 200],
  ["PATCH", "/api/account", account, 2, 200, { marketing_consent: true }],
  ["GET", "/api/account/sessions", account, 2, 200],
  ["DELETE", `/api/account/sessions/${someId}`, account, 2, 404],
  ["DELETE", "/api/account/sessions", account, 2, 204],
  ["GET", "/api/debug/role", debugRole, 2, 200],
  ["GET", "/api/profile", profile, 2, 404],
  ["PATCH", "/api/profile", profile, 2, 200, { display_name: "Mari" }],
  ["PATCH", "/api/profile", profile, 2, 200, { display_name: "Mari", bio: "New" }],
  ["PUT", "/api/profile/avatar", profile, 2, 200, await drawPicture(), "image/png"],
  ["PUT", "/api/profile/avatar", profile, 2, 415, new Uint8Array(9), "image/png"],
  ["GET", `/api/profiles/${someId}`, profile, 2, 404],
  ["PUT", "/api/likes/song/snapshot-song-1", likes, 2, 200],
  ["PUT", "/api/likes/song/snapshot-song-1", likes, 2, 200],
  ["PUT", "/api/likes/song/nothing-1", likes, 2, 404],
  ["GET", "/api/likes", likes, 2, 200],
  ["DELETE", "/api/likes/song/snapshot-song-1", likes, 2, 204],
  ["PUT", "/api/profile/favorite-song", favoriteSong, 2, 200, { id: "snapshot-song-1" }],
  ["PUT", "/api/profile/favorite-song", favoriteSong, 2, 404, { id: "nothing-1" }],
  ["DELETE", "/api/profile/favorite-song", favoriteSong, 2, 204],
  ["GET", "/api/account/export", account, 2, 200],
  [
    "PUT",
    "/api/account/password",
    account,
    3,
    204,
    { current_password: password, new_password: "daina-tests" },
  ],
  ["DELETE", "/api/account", account, 2, 422, { password: "wrong" }],
  ["DELETE", "/api/account", account, 3, 204, { password: "daina-tests" }],
  ["GET", `/api/profiles/${someId}`, profile, 1, 404],
])("a visitor's %s %s", async (method, path, handler, most, status, body, type) => {
  trips = 0
  const headers: Record<string, string> = type ? { "content-type": type } : {}
  const answer = await visitor.call(handler, method, path, body, headers)
  expect(answer.status).toBe(status)
  expect(trips).toBeGreaterThan(0)
  expect(trips).toBeLessThanOrEqual(most)
})

test("hiding a picture, which moves it", async () => {
  const { browser } = await makeMember(db)
  const type = { "content-type": "image/png" }
  const sent = await browser.call(profile, "PUT", "/api/profile/avatar", await drawPicture(), type)
  const save = (body: object) =>
    browser.call(profile, "PATCH", "/api/profile", { display_name: "Mari", ...body })
  const tripsOf = async (body: object) => {
    trips = 0
    expect((await save(body)).status).toBe(200)
    return trips
  }
  expect(await tripsOf({ avatar_url: sent.json["avatar_url"] })).toBe(2)
  expect(await tripsOf({ privacy_settings: { show_avatar: false } })).toBe(3)
  expect(await tripsOf({ bio: "Hidden already" })).toBe(2)
})

test("a new password by a link", async () => {
  const { id, email } = await makeUser(db)
  await db.one`
    insert into mail_links (token_hash, user_id, purpose, email, expires_at)
    values (sha256(${token}::bytea), ${id}, 'reset_password', ${email}, now() + interval '1 hour')`
  trips = 0
  const body = { token, password }
  const answer = await openBrowser().call(authMail, "POST", "/api/auth/reset-password", body)
  expect([answer.status, trips]).toEqual([204, 2])
})

describe("teams and events", () => {
  const owner = openBrowser()
  const asker = openBrowser()
  // What the next call needs of the answers before.
  const kept: Record<string, string> = {}
  const filled = (text: string) => text.replace(/\{(\w+)\}/g, (_whole, name) => kept[name] ?? "")

  beforeAll(async () => {
    for (const [name, browser] of Object.entries({ owner, asker })) {
      const { id } = await makeUser(db, { displayName: name, verified: true })
      kept[name] = id
      browser.cookies.set("daina_session", await makeSession(db, id))
    }
  })

  const slug = "counted-team"
  // In the order of a team's life. What an answer gives is kept under the last name.
  test.each<
    [
      browser: typeof owner,
      method: string,
      path: string,
      handler: typeof news,
      status: number,
      body?: object,
      keep?: string,
    ]
  >([
    [owner, "POST", "/api/teams", teams, 201, { ...teamFields, slug }, "team"],
    [owner, "POST", "/api/teams", teams, 409, { ...teamFields, slug }],
    [owner, "GET", "/api/teams?search=riga&country=lv", teams, 200],
    [owner, "GET", "/api/teams/mine", teams, 200],
    [owner, "GET", `/api/teams/${slug}`, teams, 200],
    [owner, "GET", `/api/teams/${slug}/members`, teams, 200],
    [
      owner,
      "PATCH",
      `/api/teams/${slug}`,
      teams,
      200,
      { ...teamChange, slug, updated_at: "{team_at}" },
    ],
    [
      owner,
      "PATCH",
      `/api/teams/${slug}`,
      teams,
      409,
      { ...teamChange, slug, updated_at: "{team_at}" },
    ],
    [asker, "POST", `/api/teams/${slug}/join-requests`, teams, 201, {}, "request"],
    [asker, "DELETE", "/api/join-requests/{request}", joinRequests, 204],
    [asker, "POST", `/api/teams/${slug}/join-requests`, teams, 201, {}, "request"],
    [owner, "GET", `/api/teams/${slug}/join-requests`, teams, 200],
    [asker, "GET", `/api/teams/${slug}/join-requests`, teams, 403],
    [owner, "PATCH", "/api/join-requests/{request}", joinRequests, 200, { status: "rejected" }],
    [owner, "PATCH", "/api/join-requests/{request}", joinRequests, 200, { status: "pending" }],
    [owner, "PATCH", "/api/join-requests/{request}", joinRequests, 200, { status: "approved" }],
    [owner, "PATCH", `/api/teams/${slug}/members/{asker}`, teams, 204, { role: "admin" }],
    [asker, "POST", `/api/teams/${slug}/posts`, teamPosts, 201, postFields, "post"],
    [asker, "GET", `/api/teams/${slug}/posts`, teamPosts, 200],
    [
      asker,
      "PATCH",
      "/api/posts/{post}",
      teamPosts,
      200,
      { ...postFields, updated_at: "{post_at}" },
    ],
    [
      asker,
      "PATCH",
      "/api/posts/{post}",
      teamPosts,
      409,
      { ...postFields, updated_at: "{post_at}" },
    ],
    [asker, "DELETE", "/api/posts/{post}", teamPosts, 204],
    [asker, "POST", "/api/events", events, 201, { ...eventFields, team_id: "{team}" }, "event"],
    // A second one of that name on that day gets another address.
    [asker, "POST", "/api/events", events, 201, { ...eventFields, team_id: "{team}" }],
    [asker, "GET", `/api/events?team=${slug}&country=lv&from=2026-01-01`, events, 200],
    [asker, "GET", "/api/events/practice-2027-06-01", events, 200],
    [
      asker,
      "PATCH",
      "/api/events/{event}",
      events,
      200,
      { ...eventFields, team_id: "{team}", updated_at: "{event_at}" },
    ],
    [
      asker,
      "PATCH",
      "/api/events/{event}",
      events,
      409,
      { ...eventFields, team_id: "{team}", updated_at: "{event_at}" },
    ],
    [asker, "DELETE", "/api/events/{event}", events, 204],
    [owner, "PATCH", `/api/teams/${slug}/members/{asker}`, teams, 204, { role: "owner" }],
    [owner, "DELETE", `/api/teams/${slug}/members/{owner}`, teams, 204],
    [asker, "DELETE", `/api/teams/${slug}/members/{asker}`, teams, 204],
    [asker, "GET", `/api/teams/${slug}`, teams, 404],
  ])("call %# of a team's life", async (browser, method, path, handler, status, body, keep) => {
    const sent = body && JSON.parse(filled(JSON.stringify(body)))
    trips = 0
    const { status: answered, json } = await browser.call(handler, method, filled(path), sent)
    expect(answered).toBe(status)
    expect(trips).toBeGreaterThan(0)
    expect(trips).toBeLessThanOrEqual(2)
    if (keep) {
      kept[keep] = String(json["id"])
      kept[`${keep}_at`] = String(json["updated_at"])
    }
  })
})

test("ideas, votes and suggestions", async () => {
  const { browser } = await makeMember(db)
  const vote = `/api/ideas/${await makeIdea(db, { title: "Counted" })}/vote`
  const tripsOf = async (...[handler, method, path, body]: Parameters<typeof browser.call>) => {
    trips = 0
    expect((await browser.call(handler, method, path, body)).status).toBe(200)
    return trips
  }
  expect(await tripsOf(ideas, "GET", "/api/ideas/popular")).toBe(2)
  expect(await tripsOf(ideas, "GET", "/api/ideas/similar?title=counted")).toBe(2)
  expect(await tripsOf(ideas, "PUT", vote)).toBe(2)
  expect(await tripsOf(ideas, "DELETE", vote)).toBe(2)
  const path = "/api/send-telegram-suggestion"
  expect(await tripsOf(suggest, "POST", path, suggestionFields())).toBe(2)
})

test("reporting a profile, and reporting it again", async () => {
  const [{ browser }, reported] = [await makeMember(db), await makeUser(db, { displayName: "X" })]
  const body = { kind: "profile", target_id: reported.id, reason: "spam" }
  for (const status of [201, 200]) {
    trips = 0
    const answer = await browser.call(reports, "POST", "/api/reports", body)
    expect([answer.status, trips]).toEqual([status, 2])
  }
})

test("signing in with Google", async () => {
  google.claims = { sub: "counted", email: "google@daina.test", email_verified: true }
  const left = await google.leave(visitor)
  trips = 0
  await google.comeBack(visitor, await google.confirm(left))
  expect(visitor.cookies.has("daina_session")).toBe(true)
  expect(trips).toBe(2)
})
