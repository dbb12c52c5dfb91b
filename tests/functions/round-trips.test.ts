/**
 * How often a call speaks to the database: twice at the most, for the session and for the work. A third
 * time where a password stands between the two, since it is compared here.
 */
import { neonConfig } from "@neondatabase/serverless"
import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import account from "../../netlify/functions/account.ts"
import adminBuild from "../../netlify/functions/admin-build.ts"
import adminNews from "../../netlify/functions/admin-news.ts"
import auth from "../../netlify/functions/auth.ts"
import authMail from "../../netlify/functions/auth-mail.ts"
import debugRole from "../../netlify/functions/debug-role.ts"
import events from "../../netlify/functions/events.ts"
import health from "../../netlify/functions/health.ts"
import news from "../../netlify/functions/news.ts"
import profile from "../../netlify/functions/profile.ts"
import teamPosts from "../../netlify/functions/team-posts.ts"
import { storage } from "../blobs.ts"
import { openBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeArticle, makeUser, type TestArticle } from "../factories.ts"
import { googleServer } from "../google.ts"
import { makeMember } from "../members.ts"

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

test("signing in with Google", async () => {
  google.claims = { sub: "counted", email: "google@daina.test", email_verified: true }
  const left = await google.leave(visitor)
  trips = 0
  await google.comeBack(visitor, await google.confirm(left))
  expect(visitor.cookies.has("daina_session")).toBe(true)
  expect(trips).toBe(2)
})
