/**
 * Checks that a build writes no hidden or unpublished content. Each secret text of this test is made of words that occur
 * nowhere else in the site.
 */
import { readdir, readFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { expect, test } from "vitest"
import { createSiteBuilder } from "../support/builds.ts"
import { openTestDatabase } from "../support/database.ts"
import { makeArticle, makeUser } from "../support/factories.ts"
import { findOtherFileSystem } from "../support/other-file-system.ts"
import { makeEvent, makePost, makeTeam } from "../support/people/teams.ts"

const { db, buildUrl, ownerUrl } = await openTestDatabase()
// Builds into another file system than the checkout's (if there is one), as on a server with a separate disk for data.
const build = createSiteBuilder(buildUrl, (await findOtherFileSystem()) ?? tmpdir())
const buildForOwner = createSiteBuilder(ownerUrl)
type Files = { path: string; text: string }[]

const DRAFT = "unripe-gooseberry"
const DRAFT_SLUG = "hidden-gooseberries"
const HIDDEN_TEAM = "sour-cloudberries"
const HIDDEN_POST = "bitter-rowanberry"
const HIDDEN_EVENT = "wormy-raspberry"
const HIDDEN_NAME = "Hilda Hollyberry"
/** Content of a team that no admin has reviewed. */
const UNREVIEWED = { team: "fresh-lingonberry", post: "early-strawberry", event: "young-bilberry" }
const MINOR_NAME = "Minna Mulberry"
const ADULT_NAME = "Aija Appleseed"
const PUBLIC_TEXT = "ripe-blackcurrant"
const EMAIL = "elderflower@daina.test"

/**
 * Whether the site is built a second time with the rights of the database owner, which include hidden content. The second
 * site proves that the search for hidden content finds it.
 */
const HAS_OWNER_BUILD = Boolean(process.env.ALL_TESTS)

const author = await makeUser(db, { email: EMAIL, displayName: "Mari" })
await makeArticle(db, { slug: DRAFT_SLUG, title: "Draft", content: DRAFT, published: false })
await makeArticle(db, { slug: "an-article", content: PUBLIC_TEXT, authorId: author.id })
const { id: hiddenMemberId } = await makeUser(db, { displayName: HIDDEN_NAME })
await makeArticle(db, { slug: "another", content: PUBLIC_TEXT, authorId: hiddenMemberId })
const team = await makeTeam(
  db,
  { [hiddenMemberId]: "owner" },
  { name: HIDDEN_TEAM, slug: HIDDEN_TEAM },
)
await makePost(db, team.id, hiddenMemberId, { title: HIDDEN_POST })
await makeEvent(db, team.id, { title: HIDDEN_EVENT, slug: HIDDEN_EVENT })
await db.one`update teams set hidden_at = now() where id = ${team.id}`
const unreviewedTeam = await makeTeam(
  db,
  { [author.id]: "owner" },
  { name: UNREVIEWED.team, slug: UNREVIEWED.team, reviewed: false },
)
await makePost(db, unreviewedTeam.id, author.id, { title: UNREVIEWED.post })
await makeEvent(db, unreviewedTeam.id, {
  title: UNREVIEWED.event,
  slug: UNREVIEWED.event,
  country: "lv",
})
await db.one`update profiles set hidden_at = now() where user_id = ${hiddenMemberId}`
const minor = await makeUser(db, { displayName: MINOR_NAME })
const adult = await makeUser(db, { displayName: ADULT_NAME })
await db.one`
  update profiles set date_of_birth = current_date - interval '13 years' where user_id = ${minor.id}`
for (const { id: member } of [minor, adult]) {
  const crew = await makeTeam(db, { [member]: "owner" })
  await makePost(db, crew.id, member)
  await makeEvent(db, crew.id, { author: member })
  await makeArticle(db, { authorId: member })
}
const [files, filesForOwner] = await Promise.all([
  readBuiltFiles(build),
  HAS_OWNER_BUILD ? readBuiltFiles(buildForOwner) : [],
])

async function readBuiltFiles(build: ReturnType<typeof createSiteBuilder>): Promise<Files> {
  const { folder } = await build()
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const path = join(entry.parentPath, entry.name)
        const bytes = await readFile(path)
        const content = path.endsWith(".br") ? brotliDecompressSync(bytes) : bytes
        return { path: path.slice(folder.length), text: content.toString("utf8") }
      }),
  )
}

const findPathsWith = (files: Files, words: string): string[] =>
  files
    .filter(({ path, text }) => text.includes(words) || path.includes(words))
    .map(({ path }) => path)

test("drafts, hidden content and email addresses are in no file", () => {
  expect(findPathsWith(files, PUBLIC_TEXT).length).toBeGreaterThanOrEqual(5)
  expect(findPathsWith(files, DRAFT)).toEqual([])
  expect(findPathsWith(files, DRAFT_SLUG)).toEqual([])
  expect(findPathsWith(files, EMAIL)).toEqual([])
  for (const hidden of [HIDDEN_TEAM, HIDDEN_POST, HIDDEN_EVENT, HIDDEN_NAME]) {
    expect(findPathsWith(files, hidden), hidden).toEqual([])
  }
})

test("the name of a member under 18 is in no file", () => {
  expect(findPathsWith(files, ADULT_NAME).length).toBeGreaterThanOrEqual(5)
  expect(findPathsWith(files, MINOR_NAME)).toEqual([])
})

test("unreviewed content is only on its own pages, which search engines exclude", () => {
  const isOwnPage = (path: string) => /^(\/(lv|et|lt|ru))?\/(teams|events)\//.test(path)
  for (const name of Object.values(UNREVIEWED)) {
    const paths = findPathsWith(files, name)
    expect(paths.length, name).toBeGreaterThanOrEqual(5)
    expect(paths.filter((path) => !isOwnPage(path))).toEqual([])
  }
  const { team, event } = UNREVIEWED
  for (const path of [`/teams/${team}.html`, `/ru/events/${event}.html`]) {
    const page = files.find((file) => file.path === path)
    expect(page?.text, path).toContain('<meta name="robots" content="noindex">')
  }
})

test("the search index has published content, and no word of drafts or hidden content", () => {
  const index = files.filter(({ path }) => path.startsWith("/search/index/"))
  const [words, entries] = ["words-", "entries-"].map((name) =>
    index.filter(({ path }) => path.includes(`/${name}`)),
  )
  expect(findPathsWith(words ?? [], '"blackcurrant"').length).toBeGreaterThan(0)
  expect(findPathsWith(entries ?? [], PUBLIC_TEXT).length).toBeGreaterThan(0)
  for (const word of ["gooseberr", "cloudberr", "rowanberr", "raspberr", "hollyberr"]) {
    expect(findPathsWith(index, word), word).toEqual([])
  }
  for (const locale of ["en", "lv", "et", "lt", "ru"]) {
    const manifest = files.find(({ path }) => path === `/search/${locale}.json`)
    expect(manifest?.text).toContain('"groups"')
  }
})

test.runIf(HAS_OWNER_BUILD)("a build without row-level security contains hidden content", () => {
  for (const words of [HIDDEN_TEAM, HIDDEN_POST, HIDDEN_EVENT]) {
    expect(findPathsWith(filesForOwner, words).length, words).toBeGreaterThan(0)
  }
})

test.runIf(HAS_OWNER_BUILD)(
  "two concurrent builds are complete and leave no temporary files",
  async () => {
    const countPages = (site: Files) => site.filter(({ path }) => path.endsWith(".html")).length
    for (const site of [files, filesForOwner]) {
      expect(findPathsWith(site, PUBLIC_TEXT).length).toBeGreaterThanOrEqual(5)
      const versionFile = site.find(({ path }) => path === "/build.json")
      expect(JSON.parse(versionFile?.text ?? "{}").pages).toBe(countPages(site))
      expect(site.some(({ path }) => path.startsWith("/_astro/") && path.endsWith(".css"))).toBe(
        true,
      )
      expect(site.some(({ path }) => path.startsWith("/.prerender"))).toBe(false)
    }
    const ownFolders = (await readdir(".cache/builds")).filter((name) =>
      name.startsWith(`${process.pid}-`),
    )
    expect(ownFolders).toEqual([])
  },
)
