/**
 * Checks builds in which a page cannot be rendered. The build must continue, and the site keeps the earlier version of
 * the page, unless that version shows content that is no longer public.
 */
import { readFile } from "node:fs/promises"
import { createServer } from "node:http"
import { beforeAll, expect, onTestFinished, test, vi } from "vitest"
import type { BuildOptions } from "../../netlify/host/build/build-site.ts"
import { getPathInSite } from "../../netlify/host/build/site-files.ts"
import type { BuiltSite } from "../../netlify/host/build/sites.ts"
import { listen } from "../../netlify/host/listening.ts"
import { createSiteBuilder } from "../support/builds.ts"
import { testDatabase } from "../support/database.ts"
import { makeArticle, makeUser, storeProfile, type TestUser } from "../support/factories.ts"
import { makeIdea } from "../support/people/ideas.ts"
import { makeEvent, makePost, makeTeam, type TestTeam } from "../support/people/teams.ts"

const { db, buildUrl } = testDatabase()
const builder = createSiteBuilder(buildUrl)
let site: BuiltSite
let member: TestUser
let team: TestTeam

vi.setConfig({ testTimeout: 300_000 })

const read = (path: string) => readFile(getPathInSite(site, path), "utf8")
/** Returns whether a page contains a text. The matcher `toContain` would print the whole page when it fails. */
const contains = async (path: string, text: string) => (await read(path)).includes(text)
const isInSite = (path: string) => site.manifest.has(path)
const listFailedPaths = () => site.failed.pages.map(({ path }) => path)

async function build(options: Partial<BuildOptions> = { previous: site }) {
  site = await builder(options)
}

/** Postgres accepts this time zone, but Intl does not, so pages with the event cannot be rendered. */
const BROKEN_TIME_ZONE = "FOO3"

beforeAll(async () => {
  member = await makeUser(db, { displayName: "Anna" })
  team = await makeTeam(db, { [member.id]: "owner" }, { slug: "stars", location: "Rīga" })
  const start = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const country = "lv"
  await makeEvent(db, team.id, { slug: "odd", title: "Odd night", start: start(1), country })
  // Pages of events link to other events of the same team.
  await makeEvent(db, team.id, { slug: "even", title: "Even night", start: start(2), country })
  await makeEvent(db, null, { slug: "far", title: "Far night", start: start(3), country: "ee" })
  // The home page shows an event of a team only as its poster, and prefers a featured event.
  await db.one`update events set featured = true where slug = 'far'`
  await makePost(db, team.id, member.id, { title: "Hello" })
  await build({})
}, 600_000)

/** Many style elements. If texts were not escaped, the hashes of these elements would be in the Content-Security-Policy. */
const STYLES = Array.from({ length: 70 }, (_, n) => `<style>${n}</style>`).join("")
const SCRIPT = "<script>alert(1)</script>"

test("markup in texts is escaped on each page and does not change the content security policy", async () => {
  const policy = await read("/_headers")
  const hostileTeam = await makeTeam(
    db,
    { [member.id]: "owner" },
    { slug: "hostile", name: SCRIPT },
  )
  await db.one`
    update teams set description = ${STYLES}, location = ${SCRIPT} where id = ${hostileTeam.id}`
  await makePost(db, hostileTeam.id, member.id, { title: SCRIPT })
  const event = await makeEvent(db, hostileTeam.id, { title: SCRIPT, country: "lv" })
  await db.one`
    update events set description = ${STYLES}, location = ${SCRIPT}, prize = ${SCRIPT}
    where id = ${event.id}`
  const { id } = await makeArticle(db, { title: SCRIPT, authorId: member.id })
  await db.one`update news set excerpt = ${SCRIPT} where id = ${id}`
  await makeIdea(db, { title: SCRIPT })
  await storeProfile(db, member.id, { display_name: SCRIPT.slice(0, 50) })
  await build()
  expect(site.failed.count).toBe(0)
  expect(await read("/_headers")).toBe(policy)
  const pages = [...site.manifest.keys()].filter((path) => path.endsWith(".html"))
  const texts = await Promise.all(pages.map(async (path) => ({ path, text: await read(path) })))
  const escaped = texts.filter(({ text }) => text.includes("&lt;script&gt;alert(1)"))
  expect(escaped.length).toBeGreaterThan(30)
  const unescaped = texts.filter(({ text }) => /<script>alert|<style>\d/.test(text))
  expect(unescaped.map(({ path }) => path)).toEqual([])
  await db.one`delete from teams where id = ${hostileTeam.id}`
  await db.one`delete from news where id = ${id}`
  await storeProfile(db, member.id, { display_name: "Anna" })
  await build()
})

test("a page that cannot be rendered keeps its earlier version, and other changes are published", async () => {
  const pageBefore = await read("/events/odd.html")
  await db.one`
    update events set time_zone = ${BROKEN_TIME_ZONE}, title = 'Odd no more' where slug = 'odd'`
  await makeArticle(db, { slug: "fresh", title: "Fresh news" })
  const { version } = site
  await build()
  expect(site.version).toBeGreaterThan(version)
  expect(site.failed.pages).toContainEqual({
    path: "/events/odd",
    reason: "Invalid time zone specified: FOO3",
  })
  expect(listFailedPaths()).toContain("/lv/events/odd")
  expect((await read("/events/odd.html")) === pageBefore).toBe(true)
  expect(await contains("/news/fresh.html", "Fresh news")).toBe(true)
  expect(await contains("/index.html", "Fresh news")).toBe(true)
  expect(await contains("/calendar.html", "Even night")).toBe(true)
  expect(await contains("/calendar.html", "Odd n")).toBe(false)
  expect(listFailedPaths().filter((path) => path.startsWith("/search"))).toEqual([])
})

test("a failed page fails again in later builds and keeps its earlier version", async () => {
  const failedBefore = listFailedPaths()
  await build()
  expect(listFailedPaths()).toEqual(failedBefore)
  await build({ previous: site, isFull: true })
  expect(listFailedPaths()).toEqual(expect.arrayContaining(["/calendar", "/events/odd"]))
  expect(await contains("/events/odd.html", "Odd night")).toBe(true)
})

test("a failed page loses its earlier version when a member on the page changes their name", async () => {
  expect(listFailedPaths()).toContain("/teams/stars")
  expect(await contains("/teams/stars.html", "Anna")).toBe(true)
  await storeProfile(db, member.id, { display_name: "Beata" })
  await build()
  expect(listFailedPaths()).toContain("/teams/stars")
  expect(isInSite("/teams/stars.html")).toBe(false)
})

test("a failed page loses its earlier version when other content on the page is deleted", async () => {
  expect(await contains("/events/odd.html", "/events/even")).toBe(true)
  await db.one`delete from events where slug = 'even'`
  await build()
  expect(listFailedPaths()).toContain("/events/odd")
  expect(isInSite("/events/odd.html")).toBe(false)
  expect(await contains("/calendar.html", "Even night")).toBe(false)
})

test("a route that cannot list its pages keeps their files, except files of deleted content", async () => {
  await makeEvent(db, null, { slug: "gone", title: "Gone night" })
  await build()
  expect(isInSite("/events/gone.ics")).toBe(true)
  // Routes that list all events throw when the column `translations` of an event is null.
  await db.one`alter table events alter translations drop not null`
  await db.one`update events set translations = null where slug = 'far'`
  await db.one`delete from events where slug = 'gone'`
  await makeArticle(db, { slug: "fresher", title: "Fresher news" })
  await build()
  expect(listFailedPaths()).toEqual(expect.arrayContaining(["/[...feed].ics", "/[sitemap].xml"]))
  expect(isInSite("/events/far.ics")).toBe(true)
  expect(isInSite("/events/gone.ics")).toBe(false)
  expect(await contains("/news/fresher.html", "Fresher news")).toBe(true)
  await db.one`update events set translations = '{}' where slug = 'far'`
})

test("a failed page is removed after its content is unpublished", async () => {
  await db.one`update events set event_type = 'team' where slug = 'odd'`
  await build()
  expect(site.failed).toEqual({ count: 0, pages: [] })
  expect(isInSite("/events/odd.html")).toBe(false)
  expect(await contains("/teams/stars.html", "Beata")).toBe(true)
  expect(await contains("/calendar.html", "Odd n")).toBe(false)
})

test("a first build copies a failed page from the deployed site if its links and files exist", async () => {
  await db.one`update events set event_type = 'public' where slug = 'odd'`
  const pages: Record<string, string> = {
    "/events/odd": `<a href="/events/far">Odd night</a>`,
    "/lv/events/odd": `<link rel="stylesheet" href="/_astro/of-another-version.css">`,
    "/lt/events/odd": `<a href="/events/even">No longer public</a>`,
  }
  const deployedSite = createServer(({ url = "" }, response) => {
    response.writeHead(url in pages ? 200 : 404).end(pages[url] ?? "Not found")
  })
  const port = await listen(deployedSite, 0, "127.0.0.1")
  onTestFinished(() => void deployedSite.close())
  await build({ deployed: `http://127.0.0.1:${port}` })
  expect(listFailedPaths()).toContain("/events/odd")
  expect(await read("/events/odd.html")).toBe(pages["/events/odd"])
  for (const locale of ["lv", "et", "lt"]) {
    expect(isInSite(`/${locale}/events/odd.html`), locale).toBe(false)
  }
  expect(isInSite("/events/far.html")).toBe(true)
  expect(await contains("/calendar.html", "Far night")).toBe(true)
})
