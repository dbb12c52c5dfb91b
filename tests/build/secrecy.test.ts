/** What the built site must not hold, looked for in every file of a real build. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildSite } from "../../netlify/host/build-site.ts"
import { testDatabase } from "../database.ts"
import { makeArticle, makeUser } from "../factories.ts"
import { makeEvent, makePost, makeTeam } from "../teams.ts"

const { owner, appUrl, ownerUrl } = testDatabase()
const db = owner.as(null)
const folders: string[] = []

const DRAFT = "unripe-gooseberry"
const DRAFT_SLUG = "hidden-gooseberries"
const HIDDEN_TEAM = "sour-cloudberries"
const HIDDEN_POST = "bitter-rowanberry"
const HIDDEN_EVENT = "wormy-raspberry"
const HIDDEN_NAME = "Hilda Hollyberry"
const READY = "ripe-blackcurrant"
const EMAIL = "elderflower@daina.test"

beforeAll(async () => {
  const author = await makeUser(db, { email: EMAIL, displayName: "Mari" })
  await makeArticle(db, { slug: DRAFT_SLUG, title: "Draft", content: DRAFT, published: false })
  await makeArticle(db, { slug: "an-article", content: READY, authorId: author.id })
  const { id } = await makeUser(db, { displayName: HIDDEN_NAME })
  await makeArticle(db, { slug: "another", content: READY, authorId: id })
  const team = await makeTeam(db, { [id]: "owner" }, { name: HIDDEN_TEAM, slug: HIDDEN_TEAM })
  await makePost(db, team.id, id, { title: HIDDEN_POST })
  await makeEvent(db, team.id, { title: HIDDEN_EVENT, slug: HIDDEN_EVENT })
  await db.one`update teams set hidden_at = now() where id = ${team.id}`
  await db.one`update profiles set hidden_at = now() where user_id = ${id}`
})
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))))

async function filesOfBuild(databaseUrl: string): Promise<{ path: string; text: string }[]> {
  const folder = await mkdtemp(join(tmpdir(), "daina-secrecy-"))
  folders.push(folder)
  await buildSite({
    root: process.cwd(),
    folder,
    siteUrl: "http://localhost:4321",
    databaseUrl,
    signal: new AbortController().signal,
    onProgress: () => {},
  })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const bytes = await readFile(path)
        const plain = path.endsWith(".br")
          ? brotliDecompressSync(bytes)
          : path.endsWith(".gz")
            ? gunzipSync(bytes)
            : bytes
        return { path: path.slice(folder.length), text: plain.toString("utf8") }
      }),
  )
}

const holding = (files: { path: string; text: string }[], words: string): string[] =>
  files
    .filter(({ path, text }) => text.includes(words) || path.includes(words))
    .map(({ path }) => path)

test("a draft is in no file of the site, nor what is hidden, nor anybody's address", {
  timeout: 120_000,
}, async () => {
  const files = await filesOfBuild(appUrl)
  expect(holding(files, READY).length).toBeGreaterThanOrEqual(5)
  expect(holding(files, DRAFT)).toEqual([])
  expect(holding(files, DRAFT_SLUG)).toEqual([])
  expect(holding(files, EMAIL)).toEqual([])
  for (const hidden of [HIDDEN_TEAM, HIDDEN_POST, HIDDEN_EVENT, HIDDEN_NAME]) {
    expect(holding(files, hidden), hidden).toEqual([])
  }
})

test("search finds what is published, and no word of a draft", { timeout: 120_000 }, async () => {
  const files = await filesOfBuild(appUrl)
  const index = files.filter(({ path }) => path.startsWith("/search/index/"))
  const [words, entries] = ["words-", "entries-"].map((name) =>
    index.filter(({ path }) => path.includes(`/${name}`)),
  )
  expect(holding(words ?? [], '"blackcurrant"').length).toBeGreaterThan(0)
  expect(holding(entries ?? [], READY).length).toBeGreaterThan(0)
  for (const word of ["gooseberr", "cloudberr", "rowanberr", "raspberr", "hollyberr"]) {
    expect(holding(index, word), word).toEqual([])
  }
  for (const locale of ["en", "lv", "et", "lt", "ru"]) {
    const manifest = files.find(({ path }) => path === `/search/${locale}.json`)
    expect(manifest?.text).toContain('"groups"')
  }
})

test("it is row-level security that keeps it out: built as the owner, it is there", {
  timeout: 120_000,
}, async () => {
  const files = await filesOfBuild(ownerUrl)
  for (const words of [DRAFT, HIDDEN_TEAM, HIDDEN_POST, HIDDEN_EVENT]) {
    expect(holding(files, words).length, words).toBeGreaterThan(0)
  }
})
