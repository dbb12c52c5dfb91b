import { describe, expect, test } from "vitest"
import { closePools } from "../../../db/plain-postgres.ts"
import {
  type BrowserResponse,
  getRows,
  getStatusAndCode,
  openBrowser,
} from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeArticle } from "../../support/factories.ts"

const { db, appUrl } = await openTestDatabase()
const getAsVisitor = (path: string) => openBrowser().get(path)

// Two articles have the same time, so that their order depends on their ids.
await makeArticle(db, { slug: "older", publishedAt: "2026-01-01T10:00:00Z" })
await makeArticle(db, { slug: "same-a", publishedAt: "2026-02-01T10:00:00Z" })
await makeArticle(db, { slug: "same-b", publishedAt: "2026-02-01T10:00:00Z" })
await makeArticle(db, { slug: "hidden", published: false, content: "unripe words" })
await db.many`
  insert into events (slug, title, start_date, end_date, event_type)
  values ('past', 'Past', now() - interval '2 days', now() - interval '2 days', 'public'),
    ('soon', 'Soon', now() + interval '2 days', now() + interval '2 days', 'public'),
    ('rehearsal', 'Rehearsal', now() + interval '1 day', now() + interval '1 day', 'team')`

const getSlugs = (response: BrowserResponse) => getRows(response, "news").map(({ slug }) => slug)

describe("news", () => {
  test("the list has pages with the newest articles first, but no drafts and no full texts", async () => {
    const first = await getAsVisitor("/api/news?limit=2")
    expect(getSlugs(first).sort()).toEqual(["same-a", "same-b"])
    const second = await getAsVisitor(`/api/news?limit=2&cursor=${first.json["next"]}`)
    expect(getSlugs(second)).toEqual(["older"])
    expect(second.json["next"]).toBeUndefined()
    expect(first.text + second.text).not.toContain("unripe")
    expect(first.text).not.toContain("content_html")
    expect(first.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate")
    expect(first.headers.get("netlify-cache-tag")).toBe("news")
  })

  const makeCursor = (...position: unknown[]) =>
    Buffer.from(JSON.stringify(position)).toString("base64url")
  const ID = "00000000-0000-4000-8000-000000000000"

  test.each([
    // Decoded from Base64, "e30" is {}, and "WyJ4IiwieSJd" is ["x","y"].
    "x",
    "e30",
    "%00",
    "WyJ4IiwieSJd",
    makeCursor("2026-01-01T00:00:00.000Z", "-".repeat(36)),
    makeCursor("2026-13-41T00:00:00.000Z", ID),
  ])("for the invalid cursor %s, the list starts with its first page", async (cursor) => {
    const response = await getAsVisitor(`/api/news?cursor=${cursor}`)
    expect(response.status).toBe(200)
    expect(getSlugs(response)).toHaveLength(3)
  })

  test.each(["hidden", "nothing", "%27;drop table news", "%00", "x".repeat(9000)])(
    "/api/news/%s gets 404",
    async (slug) => {
      const response = await getAsVisitor(`/api/news/${slug}`)
      expect(getStatusAndCode(response)).toEqual([404, "not_found"])
      expect(response.headers.get("content-type")).toBe("application/problem+json")
    },
  )
})

test("HEAD gets an empty 200, and PUT gets 404", async () => {
  const browser = openBrowser()
  const head = await browser.send("HEAD", "/api/news")
  expect([head.status, head.text]).toEqual([200, ""])
  const put = await browser.send("PUT", "/api/news", {})
  expect(getStatusAndCode(put)).toEqual([404, "not_found"])
})

test("the list of public events leaves out past and team-only events", async () => {
  const response = await getAsVisitor("/api/events?scope=public")
  expect(response.json["events"]).toMatchObject([{ title: "Soon" }])
})

test("reports of missing pages are accepted, at most ten a minute per IP address", async () => {
  const browser = openBrowser()
  const report = () => browser.send("POST", "/api/not-found", { path: "/nowhere\n[fake line]" })
  for (let index = 0; index < 10; index++) expect((await report()).status).toBe(204)
  const refused = await report()
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"])
})

test("during a database outage, public routes respond with a 503 problem document", async () => {
  // The limit prevents new connections of the role daina_app. The owner's connection stays open and can undo the limit.
  const limitConnections = (limit: 0 | -1) => {
    const name = new URL(appUrl).pathname.slice(1)
    return db.batch([{ text: `alter database ${name} connection limit ${limit}`, params: [] }])
  }
  const paths = [
    "/api/health",
    "/api/news",
    "/api/news/older",
    "/api/events?scope=public",
    "/api/team-posts",
    "/api/auth/session",
  ]
  await closePools()
  await limitConnections(0)
  try {
    for (const path of paths) {
      const { status, json, headers, text } = await getAsVisitor(path)
      expect([path, status, json["code"]]).toEqual([path, 503, "database_unavailable"])
      expect(headers.get("retry-after")).toBe("5")
      expect(text).not.toContain(appUrl)
    }
  } finally {
    await limitConnections(-1)
  }
  for (const path of paths) expect((await getAsVisitor(path)).status).toBe(200)
})
