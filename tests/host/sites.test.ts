import { mkdir, readdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { finish, newestSite, nextFolder, prune, sourceKey } from "../../netlify/host/build/sites.ts"
import { temporaryFolder } from "./temporary-folder.ts"

async function build(sites: string, version: number) {
  const { number, folder } = await nextFolder(sites)
  await finish(sites, { number, folder, source: "key", version, pages: 1, manifest: {} })
}

test("the newest finished site is found; one that was cut short is not", async () => {
  const sites = join(await temporaryFolder(), "sites")
  expect(await newestSite(sites)).toBeNull()
  await build(sites, 7)
  await build(sites, 8)
  await nextFolder(sites)
  expect(await newestSite(sites)).toMatchObject({ number: 2, version: 8, source: "key" })
})

test("the last two are kept", async () => {
  const sites = join(await temporaryFolder(), "sites")
  for (const version of [1, 2, 3, 4]) await build(sites, version)
  await prune(sites)
  expect((await readdir(sites)).sort()).toEqual(["3", "4"])
})

test("the source's key changes with what pages are made of, and with nothing else", async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, "src"))
  await writeFile(join(root, "src/page.astro"), "one")
  const first = await sourceKey(root, "http://localhost")
  await writeFile(join(root, "src/page.test.ts"), "a test")
  await writeFile(join(root, "README.md"), "words")
  expect(await sourceKey(root, "http://localhost")).toBe(first)
  expect(await sourceKey(root, "https://daina.example")).not.toBe(first)
  await writeFile(join(root, "src/page.astro"), "two")
  expect(await sourceKey(root, "http://localhost")).not.toBe(first)
})
