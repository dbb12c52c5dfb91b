/** Hostile texts do not stop a build. */
import { readFile } from "node:fs/promises"
import { beforeAll, expect, test, vi } from "vitest"
import type { BuildOptions } from "../../netlify/host/build/build-site.ts"
import { fileIn } from "../../netlify/host/build/site-files.ts"
import type { BuiltSite } from "../../netlify/host/build/sites.ts"
import { siteBuilder } from "../builds.ts"
import { testDatabase } from "../database.ts"
import { makeArticle, makeProfile, makeUser, type TestUser } from "../factories.ts"
import { makeIdea } from "../ideas.ts"
import { makeEvent, makePost, makeTeam, type TestTeam } from "../teams.ts"

const { owner, buildUrl } = testDatabase()
const db = owner.as(null)
const builder = siteBuilder(buildUrl)
let site: BuiltSite
let member: TestUser
let team: TestTeam

vi.setConfig({ testTimeout: 300_000 })

const read = (path: string) => readFile(fileIn(site, path), "utf8")

/** Builds what has changed since the site before. */
async function build(options: Partial<BuildOptions> = { previous: site }) {
  site = await builder(options)
}

beforeAll(async () => {
  member = await makeUser(db, { displayName: "Anna" })
  team = await makeTeam(db, { [member.id]: "owner" }, { slug: "stars", location: "Rīga" })
  const start = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
  const country = "lv"
  await makeEvent(db, team.id, { slug: "odd", title: "Odd night", start: start(1), country })
  // Of the same team, so that each is related to the other.
  await makeEvent(db, team.id, { slug: "even", title: "Even night", start: start(2), country })
  await makeEvent(db, null, { slug: "far", title: "Far night", start: start(3), country: "ee" })
  await makePost(db, team.id, member.id, { title: "Hello" })
  await build({})
}, 600_000)

const STYLES = Array.from({ length: 70 }, (_, n) => `<style>${n}</style>`).join("")
const SCRIPT = "<script>alert(1)</script>"

test("hostile texts in every field leave the policy byte for byte as it was, and are escaped in each page", async () => {
  const policy = await read("/_headers")
  const other = await makeTeam(db, { [member.id]: "owner" }, { slug: "hostile", name: SCRIPT })
  await db.one`
    update teams set description = ${STYLES}, location = ${SCRIPT} where id = ${other.id}`
  await makePost(db, other.id, member.id, { title: SCRIPT })
  const event = await makeEvent(db, other.id, { title: SCRIPT, country: "lv" })
  await db.one`
    update events set description = ${STYLES}, location = ${SCRIPT}, prize = ${SCRIPT}
    where id = ${event.id}`
  const { id } = await makeArticle(db, { title: SCRIPT, authorId: member.id })
  await db.one`update news set excerpt = ${SCRIPT} where id = ${id}`
  await makeIdea(db, { title: SCRIPT })
  await makeProfile(db, member.id, { display_name: SCRIPT.slice(0, 50) })
  await build()
  expect(await read("/_headers")).toBe(policy)
  const pages = [...site.manifest.keys()].filter((path) => path.endsWith(".html"))
  const texts = await Promise.all(pages.map(async (path) => ({ path, text: await read(path) })))
  const showing = texts.filter(({ text }) => text.includes("&lt;script&gt;alert(1)"))
  expect(showing.length).toBeGreaterThan(30)
  const raw = texts.filter(({ text }) => /<script>alert|<style>\d/.test(text))
  expect(raw.map(({ path }) => path)).toEqual([])
  await db.one`delete from teams where id = ${other.id}`
  await db.one`delete from news where id = ${id}`
  await makeProfile(db, member.id, { display_name: "Anna" })
  await build()
})
