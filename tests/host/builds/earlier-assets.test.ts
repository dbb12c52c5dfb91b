/** Tests that the host keeps hashed files of earlier builds for a week, because open tabs may still load them. */
import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { keepAssets } from "../../../netlify/host/build/earlier-assets.ts"
import type { Manifest } from "../../../netlify/host/build/site-files.ts"
import { makeTemporaryFolder } from "../support/temporary-folder.ts"

const MS_PER_DAY = 24 * 60 * 60 * 1000
const START = new Date("2026-11-01T12:00:00Z")
const addDaysToStart = (days: number) => new Date(START.getTime() + days * MS_PER_DAY)

async function makeSite(...names: string[]) {
  const folder = await makeTemporaryFolder()
  await mkdir(join(folder, "_astro"))
  const manifest: Manifest = new Map()
  for (const name of names) {
    await writeFile(join(folder, name), `content of ${name}`)
    manifest.set(`/${name}`, { hash: name })
  }
  return { folder, manifest }
}

test("files with a hash are kept for a week after the last site that used them", async () => {
  const folder = await makeTemporaryFolder()
  const firstSite = await makeSite("_astro/page.1.js", "_astro/shared.1.js", "index.html")
  expect([...(await keepAssets(folder, firstSite, START)).keys()].sort()).toEqual([
    ...["/_astro/page.1.js", "/_astro/shared.1.js"],
  ])
  const secondSite = await makeSite("_astro/page.2.js", "_astro/shared.1.js")
  const keptAssets = await keepAssets(folder, secondSite, addDaysToStart(6))
  expect(keptAssets.get("/_astro/page.1.js")?.path).toBe(join(folder, "_astro/page.1.js"))
  await keepAssets(folder, secondSite, addDaysToStart(8))
  expect((await readdir(join(folder, "_astro"))).sort()).toEqual(["page.2.js", "shared.1.js"])
})

test("the week starts again when the same site is served again", async () => {
  const folder = await makeTemporaryFolder()
  const firstSite = await makeSite("_astro/page.1.js")
  await keepAssets(folder, firstSite, START)
  await keepAssets(folder, firstSite, addDaysToStart(60))
  const keptAssets = await keepAssets(
    folder,
    await makeSite("_astro/page.2.js"),
    addDaysToStart(61),
  )
  expect([...keptAssets.keys()].sort()).toEqual(["/_astro/page.1.js", "/_astro/page.2.js"])
})
