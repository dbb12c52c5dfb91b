import { expect, onTestFinished, test, vi } from "vitest"
import { isSameOrigin } from "../../../netlify/lib/http/site-url.ts"
import { listFunctionPaths, openBrowser } from "../../support/browser-like.ts"
import { openTestDatabase } from "../../support/database.ts"
import { makeMember } from "../../support/people/members.ts"
import { ROUTES, type Route } from "../../support/routes.ts"

const { db } = await openTestDatabase()
const browser = (await makeMember(db, { password: "tere-mari" })).browser

const readRoutes = ROUTES.filter(({ method }) => method === "GET")
const writeRoutes = ROUTES.filter(({ method }) => method !== "GET")

/** Returns rows and counts that a successful write would change. */
const readContent = () => db.one`
  select
    (select jsonb_agg(to_jsonb(u)) from users u) as users,
    (select jsonb_agg(to_jsonb(s) - 'last_seen_at') from sessions s) as sessions,
    (select count(*) from profiles) as profiles, (select count(*) from mails) as mails,
    (select count(*) from subscriptions) as subscriptions,
    (select count(*) from teams) as teams, (select count(*) from events) as events,
    (select count(*) from team_posts) as posts, (select count(*) from music_likes) as likes,
    (select count(*) from suggestions) as suggestions, (select version from content_state) as version`

test("ROUTES contains every route outside the admin area except unsubscribing", async () => {
  const paths = (await listFunctionPaths()).filter((path) => /^\/api\/(?!admin\/)/.test(path))
  const patterns = paths.map((path) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`))
  const missing = patterns.filter((pattern) => !ROUTES.some(({ path }) => pattern.test(path)))
  expect(missing).toEqual([/^\/api\/newsletter\/unsubscribe$/])
})

const EVIL = "https://evil.example"
/** Sets of headers that a browser sends for a page of another site. The content type is JSON unless a set has another one. */
const FOREIGN_REQUESTS: [name: string, headers: Record<string, string>][] = [
  ["JSON from another site", { origin: EVIL, "sec-fetch-site": "cross-site" }],
  [
    "JSON from another site, in a browser that sends only the origin",
    { origin: EVIL, "sec-fetch-site": "" },
  ],
  ["JSON marked as cross-site, although the origin is ours", { "sec-fetch-site": "cross-site" }],
  ["JSON marked as same-site, although the origin is ours", { "sec-fetch-site": "same-site" }],
  ["JSON with the origin null", { origin: "null", "sec-fetch-site": "" }],
  [
    "JSON from a subdomain of our host",
    { origin: "http://shop.daina.test", "sec-fetch-site": "same-site" },
  ],
  [
    "JSON from our host with another scheme",
    { origin: "https://daina.test", "sec-fetch-site": "" },
  ],
  ["JSON from our host on another port", { origin: "http://daina.test:81", "sec-fetch-site": "" }],
  [
    "JSON from a host whose name begins with ours",
    { origin: "http://daina.test.evil.example", "sec-fetch-site": "" },
  ],
  ["a form of another site", { origin: EVIL, "content-type": "application/x-www-form-urlencoded" }],
  ["a text/plain form of another site", { origin: EVIL, "content-type": "text/plain" }],
  [
    "a multipart form of another site",
    { origin: EVIL, "content-type": "multipart/form-data; boundary=x" },
  ],
  ["a picture from another site", { origin: EVIL, "content-type": "image/png" }],
]

/** Content types that a page of another site may send without a CORS preflight. */
const FORM_TYPES = [
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=x",
  "text/plain; application/json",
]

/** Expects that the response is one of the refusals (status and code), and that neither content nor cookies change. */
async function expectRefused(
  { method, path, body }: Route,
  headers: Record<string, string>,
  refusals: unknown[] = [[403, "cross_site"]],
) {
  const before = await readContent()
  const cookies = new Map(browser.cookies)
  const response = await browser.send(method, path, body, headers)
  expect(refusals).toContainEqual([response.status, response.json["code"]])
  expect(response.headers.getSetCookie()).toEqual([])
  expect(browser.cookies).toEqual(cookies)
  expect(await readContent()).toEqual(before)
}

/** The route with which the tests try all variants of an attack. They try only one or two variants with other routes. */
const createTeamRoute = writeRoutes.find(
  ({ method, path }) => method === "POST" && path === "/api/teams",
)

test.each(FOREIGN_REQUESTS)("no team is created by %s", async (_name, headers) => {
  if (!createTeamRoute) throw new Error("ROUTES has no route that creates a team")
  await expectRefused(createTeamRoute, headers)
})

test.each(writeRoutes)(
  "$method $path refuses a request from another site's page and changes nothing",
  (route) => expectRefused(route, { origin: EVIL, "sec-fetch-site": "cross-site" }),
)

const routesWithBody = writeRoutes.filter(({ body }) => body && Object.keys(body).length > 0)

test.each(routesWithBody)("$method $path accepts only JSON", async (route) => {
  const types = route === createTeamRoute ? FORM_TYPES : FORM_TYPES.slice(0, 1)
  for (const type of types) {
    const headers = { "content-type": type, origin: "", "sec-fetch-site": "" }
    await expectRefused(route, headers, [
      [400, expect.any(String)],
      [415, expect.any(String)],
    ])
  }
})

test.each(ROUTES.filter(({ isPublic }) => !isPublic))(
  "$method $path refuses anonymous visitors",
  async (route) => {
    const { method, path, body } = route
    const invalidCookies = ["", "x".repeat(40), "'; drop table users --", "a;daina_session=b"]
    for (const cookie of route === createTeamRoute ? invalidCookies : invalidCookies.slice(0, 2)) {
      const visitor = openBrowser()
      if (cookie) visitor.cookies.set("daina_session", cookie)
      const response = await visitor.send(method, path, body)
      expect([response.status, response.json["code"]]).toEqual([401, "sign_in_required"])
    }
  },
)

test.each(readRoutes)(
  "$path sends no CORS header, forbids frames, and allows shared caches only for public responses",
  async (route) => {
    const headers = { origin: EVIL, "sec-fetch-site": "cross-site" }
    const response = await browser.get(route.path, headers)
    expect(response.headers.get("access-control-allow-origin")).toBeNull()
    const cacheControl = route.cacheTag ? "public, max-age=0, must-revalidate" : "private, no-store"
    expect(response.headers.get("cache-control")).toBe(cacheControl)
    expect(response.headers.get("netlify-cache-tag")).toBe(route.cacheTag ?? null)
    expect(response.headers.get("x-content-type-options")).toBe("nosniff")
    expect(response.headers.get("strict-transport-security")).toMatch(/^max-age=31536000;/)
    expect(response.headers.get("content-security-policy")).toMatch(
      /default-src 'none'.*frame-ancestors 'none'/,
    )
  },
)

/** Returns whether the site at `siteUrl` accepts a request that a page of `host` sends to `host`. */
function isAccepted(siteUrl: string, host: string): boolean {
  onTestFinished(() => void vi.unstubAllEnvs())
  vi.stubEnv("SITE_URL", siteUrl)
  return isSameOrigin(new Request(host, { method: "POST", headers: { origin: host } }))
}

test("a site with a loopback address accepts only loopback host names", () => {
  const siteUrl = "http://localhost:4321"
  for (const name of ["evil.example", "localhost.evil.example"]) {
    expect(isAccepted(siteUrl, `http://${name}:4321`)).toBe(false)
  }
  for (const name of ["localhost", "127.0.0.1", "[::1]"]) {
    expect(isAccepted(siteUrl, `http://${name}:4321`)).toBe(true)
  }
})

test("a public site accepts pages of the host that the request reached, such as a deploy preview", () => {
  expect(isAccepted("https://daina.example", "https://preview--daina.netlify.example")).toBe(true)
})
