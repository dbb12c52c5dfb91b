import { existsSync } from "node:fs"
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import type { Manifest } from "../../../netlify/host/build/site-files.ts"
import {
  createNextFolder,
  findNewestSite,
  getPassFolder,
  readSite,
  removeOldBuilds,
  writeSite,
} from "../../../netlify/host/build/sites.ts"
import { createSourceKey } from "../../../netlify/host/build/source-key.ts"
import { makeTemporaryFolder } from "../support/temporary-folder.ts"

/** Creates a site. `written` lists the files that its build wrote. `from` maps each reused file to the build that wrote it. */
async function makeSite(
  sitesFolder: string,
  version: number,
  {
    written = [],
    from = {},
    isFinished = true,
  }: {
    written?: string[]
    from?: Record<string, number>
    isFinished?: boolean
  } = {},
) {
  const number = await createNextFolder(sitesFolder)
  const folder = getPassFolder(sitesFolder, number)
  const manifest: Manifest = new Map()
  for (const path of written) {
    await writeFile(join(folder, path), path)
    manifest.set(path, { hash: path, from: `${number}/dist` })
  }
  for (const [path, buildNumber] of Object.entries(from)) {
    manifest.set(path, { hash: path, from: `${buildNumber}/dist` })
  }
  const failed = { count: 0, pages: [] }
  const site = { number, folder, source: "key", version, pages: 1, manifest, failed }
  if (isFinished) await writeSite(sitesFolder, site)
}

test("the newest finished site is found, even if a newer site is unfinished", async () => {
  const sitesFolder = join(await makeTemporaryFolder(), "sites")
  expect(await findNewestSite(sitesFolder)).toBeNull()
  await makeSite(sitesFolder, 7)
  await makeSite(sitesFolder, 8)
  await createNextFolder(sitesFolder)
  await makeSite(sitesFolder, 9, { isFinished: false })
  expect(await findNewestSite(sitesFolder)).toMatchObject({ number: 2, version: 8, source: "key" })
  expect(await readSite(sitesFolder, 4)).toBeNull()
})

test("the last two sites are kept", async () => {
  const sitesFolder = join(await makeTemporaryFolder(), "sites")
  for (const version of [1, 2, 3, 4]) await makeSite(sitesFolder, version)
  await removeOldBuilds(sitesFolder)
  expect((await readdir(sitesFolder)).sort()).toEqual(["3", "4"])
})

test("files of earlier builds are kept while a kept site uses them", async () => {
  const sitesFolder = join(await makeTemporaryFolder(), "sites")
  await makeSite(sitesFolder, 1, { written: ["/a", "/b", "/c"] })
  await makeSite(sitesFolder, 2, { written: ["/b"], from: { "/a": 1, "/c": 1 } })
  await makeSite(sitesFolder, 3, { written: ["/c"], from: { "/a": 1, "/b": 2 } })
  await removeOldBuilds(sitesFolder)
  const isStored = (number: number, path: string) =>
    existsSync(join(getPassFolder(sitesFolder, number), path))
  expect(isStored(1, "/b"), "no kept site uses the file").toBe(false)
  expect([isStored(1, "/a"), isStored(1, "/c")]).toEqual([true, true])
  await makeSite(sitesFolder, 4, { written: ["/a"], from: { "/b": 2, "/c": 3 } })
  await removeOldBuilds(sitesFolder)
  expect(isStored(1, "/c")).toBe(false)
  expect(isStored(1, "/a"), "the previous site uses the file").toBe(true)
  await makeSite(sitesFolder, 5, { written: ["/a", "/b", "/c"] })
  await removeOldBuilds(sitesFolder)
  expect((await readdir(sitesFolder)).sort()).toEqual(["2", "3", "4", "5"])
})

test("the source key changes with code and settings, but not with tests and documentation", async () => {
  const root = await makeTemporaryFolder()
  await mkdir(join(root, "src"))
  await writeFile(join(root, "src/page.astro"), "one")
  const firstKey = await createSourceKey(root, "http://localhost")
  await writeFile(join(root, "src/page.test.ts"), "a test")
  await writeFile(join(root, "README.md"), "words")
  expect(await createSourceKey(root, "http://localhost")).toBe(firstKey)
  expect(await createSourceKey(root, "https://daina.example")).not.toBe(firstKey)
  await writeFile(join(root, "src/page.astro"), "two")
  expect(await createSourceKey(root, "http://localhost")).not.toBe(firstKey)
})
