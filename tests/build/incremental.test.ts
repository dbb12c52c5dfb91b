import { execFile } from "node:child_process"
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import { loadDemo } from "../../db/demo/load.ts"
import { createBuildFolder, listFilesIn } from "../../netlify/host/build/build-folder.ts"
import {
  type BuildOptions,
  stopWorker,
  type WorkerSlot,
} from "../../netlify/host/build/build-site.ts"
import { getPathInSite, hashContent, type Manifest } from "../../netlify/host/build/site-files.ts"
import type { BuiltSite } from "../../netlify/host/build/sites.ts"
import { BUILT_URL, createSiteBuilder } from "../support/builds.ts"
import { testDatabase } from "../support/database.ts"
import { makeArticle, makeTranslation, type TestArticle } from "../support/factories.ts"
import { makeEvent, makePost } from "../support/people/teams.ts"

const { db, ownerUrl, buildUrl } = testDatabase()
const build = createSiteBuilder(buildUrl)
let lastSite: BuiltSite
/** A worker reads FIXED_TIME only when it starts, so builds at a later date need another worker. */
const laterWorker: WorkerSlot = { idle: null }
let article: TestArticle
let teamId: string

vi.setConfig({ testTimeout: 600_000 })

afterAll(() => stopWorker(laterWorker))

beforeAll(async () => {
  vi.stubEnv("FIXED_TIME", String(Date.now()))
  vi.stubEnv(
    "NODE_OPTIONS",
    `--import ${pathToFileURL(join(import.meta.dirname, "fixed-clock.ts"))}`,
  )
  await loadDemo(ownerUrl)
  teamId = (await db.value<string>`select id from teams order by slug limit 1`) ?? ""
  lastSite = await build()
}, 900_000)

function listChangedPaths({ manifest: first }: BuiltSite, { manifest: second }: BuiltSite) {
  const paths = new Set([...first.keys(), ...second.keys()])
  return [...paths].filter((path) => first.get(path)?.hash !== second.get(path)?.hash).sort()
}

/** Runs an incremental build. Returns the paths of the files that changed, without the search index and build.json. */
async function buildAndCompare(options: Partial<BuildOptions> = {}): Promise<string[]> {
  const previous = lastSite
  lastSite = await build({ previous, ...options })
  const isIgnored = (path: string) => path.startsWith("/search/") || path === "/build.json"
  return listChangedPaths(previous, lastSite).filter((path) => !isIgnored(path))
}

const listTranslatedPaths = (path: string) =>
  ["", "/lv", "/et", "/lt", "/ru"].map((prefix) => prefix + path)

test("a build without changed content changes no file", async () => {
  expect(await buildAndCompare()).toEqual([])
  const newFolder = `${lastSite.number}/`
  const written = [...lastSite.manifest].filter(([, { from }]) => from?.startsWith(newFolder))
  expect(written.map(([path]) => path)).toEqual([])
})

test("a new article changes its page and the pages that list the article", async () => {
  article = await makeArticle(db, { slug: "brand-new", title: "Brand new" })
  const paths = await buildAndCompare()
  expect(paths).toEqual(expect.arrayContaining(listTranslatedPaths("/news/brand-new.html")))
  expect(paths).toEqual(expect.arrayContaining(["/index.html", "/lv/news.html", "/feed.xml"]))
  expect(paths).toContain("/sitemap.xml")
  expect(paths).not.toContain("/calendar.html")
  expect(paths.length).toBeLessThan(120)
})

test("a translation, an edit, a new name, a new event and a new post change the pages that show them", async () => {
  await makeTranslation(db, article, "lv", { title: "Pavisam jauns" })
  await db.one`update news set title = 'Brand newer' where id = ${article.id}`
  await makeEvent(db, teamId, { title: "Dance night", slug: "dance-night", country: "lv" })
  await makePost(db, teamId, null, { title: "Our first post" })
  await db.one`update teams set name = 'Renamed', slug = 'renamed' where id = ${teamId}`
  const lists = ["/lv/calendar.html", "/calendar.ics", "/_redirects"]
  const pages = [
    ...listTranslatedPaths("/news/brand-new.html"),
    ...listTranslatedPaths("/teams/renamed.html"),
  ]
  expect(await buildAndCompare()).toEqual(expect.arrayContaining([...lists, ...pages]))
})

test("pages of unpublished and deleted content are removed", async () => {
  await makeArticle(db, { slug: "stays", title: "An article that stays" })
  await db.one`update news set is_published = false where slug = 'brand-new'`
  await db.one`delete from events where slug = 'dance-night'`
  await db.one`delete from news where id = (
    select id from news where original_id is null and is_published order by published_at limit 1)`
  await buildAndCompare()
  expect(
    [...lastSite.manifest.keys()].filter((path) => /brand-new|dance-night/.test(path)),
  ).toEqual([])
})

test("removed content is no longer in the search index", async () => {
  const entries = [...lastSite.manifest.keys()].filter((path) => /\/entries-\d+\.json$/.test(path))
  const texts = await Promise.all(
    entries.map((path) => readFile(getPathInSite(lastSite, path), "utf8")),
  )
  expect(texts.filter((text) => /brand-new|dance-night/.test(text))).toEqual([])
  expect(texts.filter((text) => text.includes("/news/stays"))).toHaveLength(1)
})

test("a build 30 days later changes only pages that depend on the date", async () => {
  // A month later, the demo's next event in Estonia is over, on whatever weekday the test runs.
  vi.stubEnv("FIXED_TIME", String(Number(process.env.FIXED_TIME) + 30 * 86_400_000))
  const pages = await buildAndCompare({ worker: laterWorker })
  expect(pages).toContain("/estonia.html")
  expect(pages).not.toContain("/terms.html")
})

test("a full build writes the same contents as the incremental builds before it", async () => {
  const fullSite = await build({ previous: lastSite, isFull: true, worker: laterWorker })
  expect(listChangedPaths(lastSite, fullSite)).toEqual([])
  lastSite = fullSite
})

// Our own builds add the Content-Security-Policy to `_headers` and the number of pages to `build.json`. Astro's do not.
const isChangedByHost = (path: string) => path === "/_headers" || path === "/build.json"

test.runIf(process.env.ALL_TESTS)("the command `astro build` writes the same files", async () => {
  await using work = await createBuildFolder(process.cwd())
  const folder = join(work.path, "dist")
  const { DEV: _, ...environment } = process.env
  await promisify(execFile)(process.execPath, ["node_modules/astro/bin/astro.mjs", "build"], {
    env: {
      ...environment,
      NODE_ENV: "production",
      OUT_DIR: folder,
      CACHE_DIR: join(work.path, "cache"),
      SITE_URL: BUILT_URL,
      DATABASE_URL: buildUrl,
    },
  })
  const manifest: Manifest = new Map()
  for (const name of await listFilesIn(folder)) {
    manifest.set(`/${name}`, { hash: hashContent(await readFile(join(folder, name))) })
  }
  const differing = listChangedPaths(lastSite, { ...lastSite, manifest })
  expect(differing.filter((path) => !isChangedByHost(path))).toEqual([])
})
