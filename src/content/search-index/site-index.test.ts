import { afterEach, expect, test } from "vitest"
import { type Manifest, manifestPath, partPath } from "../../features/search/index-format.ts"
import type { SearchableContent } from "./entries.ts"
import { listPartParams, provideIndex, type SiteIndex } from "./site-index.ts"

const makeContent = (...titles: string[]): SearchableContent => ({
  contentHash: titles.join(),
  groups: [
    {
      kind: "news",
      language: "lv",
      entries: titles.map((title) => () => ({ path: `/${title}`, title, text: "" })),
    },
  ],
})

/** Stores the files of an index as files of the previous build. */
async function publish({ readPart, ...index }: SiteIndex): Promise<void> {
  const manifest: Manifest = { ...index, messages: {} }
  const site = new Map([[manifestPath("en"), JSON.stringify(manifest)]])
  for (const { params } of listPartParams({ readPart, ...index })) {
    site.set(partPath(params.folder, params.part), await readPart(params.part))
  }
  Object.assign(globalThis.contentTracker ?? {}, {
    readPrevious: async (path: string) => site.get(path) ?? null,
  })
}

const buildIndex = (content: SearchableContent, { isFirstPass = false } = {}) =>
  provideIndex(isFirstPass, async () => content)

afterEach(() => void Object.assign(globalThis.contentTracker ?? {}, { readPrevious: undefined }))

test("the first pass of a build keeps the previous index, and the second pass makes a new one", async () => {
  const before = await buildIndex(makeContent("viens", "divi"))
  await publish(before)
  const first = await buildIndex(makeContent("viens"), { isFirstPass: true })
  expect(listPartParams(first)).toEqual(listPartParams(before))
  expect(await first.readPart("entries-0")).toContain("divi")
  const second = await buildIndex(makeContent("viens"))
  expect(second.folder).not.toBe(before.folder)
  expect(await second.readPart("entries-0")).not.toContain("divi")
})

test("an index of unchanged content is kept", async () => {
  const before = await buildIndex(makeContent("viens"))
  await publish(before)
  const { readPart: _, ...index } = before
  expect(await buildIndex(makeContent("viens"))).toMatchObject(index)
})

test("reading a file that the index does not have throws an error", async () => {
  const index = await buildIndex(makeContent("viens"))
  await expect(index.readPart("words-7")).rejects.toThrow("no words-7")
  await publish(index)
  const kept = await buildIndex(makeContent("viens"))
  await expect(kept.readPart("words-7")).rejects.toThrow("no words-7")
})
