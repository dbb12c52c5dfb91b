/** How often a call speaks to the database: twice at the most, for the session and for the work. */
import { neonConfig } from "@neondatabase/serverless"
import { afterAll, beforeAll, expect, test } from "vitest"
import adminBuild from "../../netlify/functions/admin-build.ts"
import adminNews from "../../netlify/functions/admin-news.ts"
import auth from "../../netlify/functions/auth.ts"
import events from "../../netlify/functions/events.ts"
import health from "../../netlify/functions/health.ts"
import news from "../../netlify/functions/news.ts"
import teamPosts from "../../netlify/functions/team-posts.ts"
import { openBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeArticle, makeUser, type TestArticle } from "../factories.ts"

const { owner } = testDatabase()
const db = owner.as(null)
const editor = openBrowser()
let article: TestArticle
let trips = 0

const original = neonConfig.fetchFunction
beforeAll(async () => {
  article = await makeArticle(db)
  const { email } = await makeUser(db, { password: "daina-test", role: "super_admin" })
  await editor.call(auth, "POST", "/api/auth/sign-in", { email, password: "daina-test" })
  neonConfig.fetchFunction = (...request: unknown[]) => {
    trips += 1
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
