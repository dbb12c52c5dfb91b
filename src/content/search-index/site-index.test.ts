import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Manifest, manifestPath, partPath } from "../../features/search/index-format.ts"
import type { ContentTracker } from "../../shared/dependency-tracking.ts"
import type { EntryGroup, Findable } from "./entries.ts"
import { MOST_RECENT, makeIndex, type SiteIndex } from "./site-index.ts"

const readBefore = (before: ContentTracker["readPrevious"]) =>
  Object.assign(globalThis.contentTracker ?? {}, { readPrevious: before })

beforeEach(() => {
  vi.stubGlobal("document", { documentElement: { lang: "lv" } })
})
afterEach(() => {
  vi.unstubAllGlobals()
  readBefore(undefined)
})

const entry = (name: string, text = ""): Findable => ({
  mark: `${name} ${text}`,
  make: () => ({ path: `/${name.replaceAll(" ", "-")}`, title: name, text }),
})

const groupsOf = (news: Findable[], teams: Findable[] = []): EntryGroup[] => [
  { kind: "news", language: "lv", readers: ["lv"], entries: news },
  { kind: "team", language: null, entries: teams },
]

/** The files of a site with this index, and what was read of them. */
async function filesOf({ files, contentOf, ...manifest }: SiteIndex, before = new Map()) {
  const site = new Map<string, string>([[manifestPath("en"), JSON.stringify(manifest)]])
  for (const {
    params: { folder, part },
    props: { gone },
  } of files) {
    const path = partPath(folder, part)
    // As a build does, which keeps what was made from the same.
    const kept = gone ? undefined : before.get(path)
    site.set(path, kept ?? (await contentOf(folder, part)))
  }
  return site
}

/** Makes the index of a build after another one. */
async function after(before: Map<string, string>, groups: EntryGroup[], isFirstPass = false) {
  readBefore(async (path) => before.get(path) ?? null)
  const site = await filesOf(await makeIndex(groups, isFirstPass), before)
  readBefore(undefined)
  return site
}

const manifestIn = (site: Map<string, string>): Manifest =>
  JSON.parse(site.get(manifestPath("en")) ?? "")

/** What a query finds on a site, in order; as on a page that knows of no other. */
async function found(site: Map<string, string>, query: string) {
  vi.resetModules()
  const { find } = await import("../../features/search/find.ts")
  vi.stubGlobal("fetch", async (path: string) => {
    const content = site.get(path.replace(manifestPath("lv"), manifestPath("en")))
    return new Response(content ?? null, { status: content === undefined ? 404 : 200 })
  })
  const { kinds } = await find(query, (_, hits) => hits.length)
  return kinds.map(({ kind, count, results }) => [kind, count, ...results.map(({ path }) => path)])
}

const WORDS = ["deja", "solis", "skatuve", "koncerts", "biļete", "Rīga", "grupa", "balss"]
const words = (i: number) => [0, 1, 2].map((j) => WORDS[(i * (j + 3) + j) % WORDS.length]).join(" ")

test("what came since, and what is gone: search finds as in an index of all", async () => {
  const first = Array.from({ length: 40 }, (_, i) => entry(`${words(i)} ${i}`, words(i + 5)))
  const teams = [entry("Žaibas", "Rīga"), entry("Zvaigznes", "deja")]
  const base = await filesOf(await makeIndex(groupsOf(first, teams), false))

  const changed = first.filter((_, i) => i % 7 !== 3)
  changed.splice(12, 1, entry("koncerts labots", "skatuve"))
  changed.unshift(entry("jauna deja", "Rīga"), entry("jauns solis", "jauna skatuve"))
  const groups = groupsOf(changed, [entry("Zvaigznes", "deja"), entry("Pērkons", "Rīga solis")])
  const site = await after(base, groups)
  const whole = await filesOf(await makeIndex(groups, false))

  expect(manifestIn(site).indexes).toHaveLength(2)
  expect(manifestIn(whole).indexes).toHaveLength(1)
  for (const query of [...WORDS, "jauna", "labots", "Žaibas", "koncrets", "deja rīgā", "perkons"]) {
    expect(await found(site, query), query).toEqual(await found(whole, query))
  }
})

test("what is gone is in no file, and does not come back into a file that a browser may have", async () => {
  const all = [entry("viens"), entry("divi"), entry("trīs"), entry("četri"), entry("pieci")]
  const base = await filesOf(await makeIndex(groupsOf(all), false))
  const entriesOf = (site: Map<string, string>) =>
    [...site].filter(([path]) => path.includes("entries-")).map(([, json]) => json)
  expect(entriesOf(base).join()).toContain("divi")

  const without = await after(base, groupsOf(all.toSpliced(1, 1)))
  expect(entriesOf(without).join()).not.toContain("divi")
  expect(await found(without, "divi")).toEqual([])
  expect(await found(without, "trīs")).toEqual([["news", 1, "/trīs"]])

  const again = await after(without, groupsOf(all))
  expect(entriesOf(again)).toEqual(expect.arrayContaining(entriesOf(without)))
  expect(manifestIn(again).runs).toEqual([
    [0, 0, 1],
    [1, 0, 1],
    [0, 2, 3],
  ])
  expect(await found(again, "divi")).toEqual([["news", 1, "/divi"]])
})

test("where too much is new all is made anew, and until then what is gone is gone", async () => {
  const base = await filesOf(await makeIndex(groupsOf([entry("viens"), entry("divi")]), false))
  const many = Array.from({ length: MOST_RECENT + 1 }, (_, i) => entry(`jauns ${i}`))
  const groups = groupsOf([...many, entry("divi")])
  const early = await after(base, groups, true)
  expect(manifestIn(early).groups[0]?.count).toBe(MOST_RECENT + 1)
  expect(await found(early, "viens")).toEqual([])
  const whole = await after(base, groups)
  expect(manifestIn(whole)).toMatchObject({ indexes: [{}], runs: [[0, 0, MOST_RECENT + 2]] })
})
