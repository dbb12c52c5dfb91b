/** Who is let in at all: nobody from another site's pages, and members alone where it is about them. */
import { beforeAll, describe, expect, test } from "vitest"
import { openBrowser, type TestBrowser } from "../browser-like.ts"
import { testDatabase } from "../database.ts"
import { makeMember } from "../members.ts"
import { PATTERNS, ROUTES } from "../routes.ts"

const { owner } = testDatabase()
const db = owner.as(null)
let browser: TestBrowser
beforeAll(async () => {
  browser = (await makeMember(db, { password: "tere-mari" })).browser
})

const reads = ROUTES.filter(({ method }) => method === "GET")
const writes = ROUTES.filter(({ method }) => method !== "GET")

const state = () => db.one`
  select
    (select jsonb_agg(to_jsonb(u)) from users u) as users,
    (select jsonb_agg(to_jsonb(s) - 'last_seen_at') from sessions s) as sessions,
    (select count(*) from profiles) as profiles, (select count(*) from mails) as mails,
    (select count(*) from subscriptions) as subscriptions,
    (select count(*) from teams) as teams, (select count(*) from events) as events,
    (select count(*) from team_posts) as posts, (select count(*) from music_likes) as likes,
    (select count(*) from suggestions) as suggestions, (select version from content_state) as version`

test("every route of these functions is tried", () => {
  const known = PATTERNS.map((pattern) => new RegExp(`^${pattern.replace(/:\w+/g, "[^/]+")}$`))
  for (const pattern of known) {
    expect(
      ROUTES.some(({ path }) => pattern.test(path)),
      `${pattern}`,
    ).toBe(true)
  }
})

const EVIL = "https://evil.example"
/** What another site's page can have a browser send. Without a body's type it is JSON. */
const attempts: [what: string, headers: Record<string, string>][] = [
  ["JSON", { origin: EVIL, "sec-fetch-site": "cross-site" }],
  ["JSON from a browser that names the origin alone", { origin: EVIL, "sec-fetch-site": "" }],
  ["JSON from nowhere in particular", { origin: "null", "sec-fetch-site": "" }],
  ["JSON from a neighbour", { origin: "http://shop.daina.test", "sec-fetch-site": "same-site" }],
  ["JSON over another scheme", { origin: "https://daina.test", "sec-fetch-site": "" }],
  ["JSON over another port", { origin: "http://daina.test:81", "sec-fetch-site": "" }],
  [
    "JSON from a name that begins alike",
    { origin: "http://daina.test.evil.example", "sec-fetch-site": "" },
  ],
  ["a form", { origin: EVIL, "content-type": "application/x-www-form-urlencoded" }],
  ["a form of text", { origin: EVIL, "content-type": "text/plain" }],
  ["a form of parts", { origin: EVIL, "content-type": "multipart/form-data; boundary=x" }],
  ["a picture", { origin: EVIL, "content-type": "image/png" }],
]

describe.each(writes)("$method $path", ({ method, path, handler, body }) => {
  test.each(attempts)("refuses %s of another site, and does nothing", async (_what, headers) => {
    const before = await state()
    const cookies = new Map(browser.cookies)
    const answer = await browser.call(handler, method, path, body, headers)
    expect([answer.status, answer.json["code"]]).toEqual([403, "cross_site"])
    expect(answer.headers.getSetCookie()).toEqual([])
    expect(browser.cookies).toEqual(cookies)
    expect(await state()).toEqual(before)
  })
})

describe.each(writes.filter(({ body }) => body && Object.keys(body).length > 0))(
  "$method $path",
  ({ method, path, handler, body }) => {
    test.each([
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "text/plain; application/json",
    ])("does not read what is sent as %s, whoever sends it", async (type) => {
      const before = await state()
      const headers = { "content-type": type, origin: "", "sec-fetch-site": "" }
      const answer = await browser.call(handler, method, path, body, headers)
      expect([400, 415]).toContain(answer.status)
      expect(await state()).toEqual(before)
    })
  },
)

describe.each(ROUTES.filter(({ isFor }) => isFor === "members"))(
  "$method $path",
  ({ method, path, handler, body }) => {
    test.each(["", "x".repeat(40), "'; drop table users --", "a;daina_session=b"])(
      "is not for strangers: cookie %j",
      async (value) => {
        const stranger = openBrowser()
        if (value) stranger.cookies.set("daina_session", value)
        const answer = await stranger.call(handler, method, path, body)
        expect([answer.status, answer.json["code"]]).toEqual([401, "sign_in_required"])
      },
    )
  },
)

test.each(reads)(
  "$path is read by no other site's script, and kept in between only where it is everybody's",
  async (route) => {
    const headers = { origin: EVIL, "sec-fetch-site": "cross-site" }
    const answer = await browser.call(route.handler, "GET", route.path, undefined, headers)
    expect(answer.headers.get("access-control-allow-origin")).toBeNull()
    const kept = route.cachedAs ? "public, max-age=0, must-revalidate" : "private, no-store"
    expect(answer.headers.get("cache-control")).toBe(kept)
    expect(answer.headers.get("netlify-cache-tag")).toBe(route.cachedAs ?? null)
  },
)
