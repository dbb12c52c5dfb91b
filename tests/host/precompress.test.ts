import { randomBytes } from "node:crypto"
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { brotliDecompressSync } from "node:zlib"
import { expect, test } from "vitest"
import { precompress } from "../../netlify/host/build/precompress.ts"
import { temporaryFolder } from "./temporary-folder.ts"

const LONG = "여러분 안녕하세요. Sveiki visi!\n".repeat(200)

async function siteOf(files: Record<string, string>) {
  const folder = await temporaryFolder()
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

test("what Brotli made holds the file, and is noted", async () => {
  const folder = await siteOf({ "a.html": LONG, "calendar.ics": LONG })
  const { manifest } = await precompress(folder)
  const br = await readFile(join(folder, "a.html.br"))
  expect(brotliDecompressSync(br).toString()).toBe(LONG)
  expect(br.length).toBeLessThan(Buffer.byteLength(LONG) / 10)
  expect(manifest.get("/a.html")?.isCompressed).toBe(true)
  expect(manifest.get("/calendar.ics")?.isCompressed).toBe(true)
})

test("short files, pictures and what does not shrink stay alone", async () => {
  const noise = randomBytes(3_000).toString("latin1")
  const folder = await siteOf({ "a.html": "short", "b.webp": LONG })
  await writeFile(join(folder, "c.txt"), noise, "latin1")
  const { manifest } = await precompress(folder)
  expect(manifest.get("/a.html")?.isCompressed).toBe(false)
  expect(manifest.get("/b.webp")?.isCompressed).toBe(false)
  expect(manifest.get("/c.txt")?.isCompressed).toBe(false)
})

test("what the previous build held already is linked, wherever it was", async () => {
  const before = await precompress(await siteOf({ "a.html": LONG, "b.html": `${LONG}!` }))
  const folder = await siteOf({ "moved.html": LONG, "new.html": `${LONG}?` })
  const { manifest } = await precompress(folder, before)
  const inode = async (path: string) => (await stat(path)).ino
  expect(await inode(join(folder, "moved.html.br"))).toBe(
    await inode(join(before.folder, "a.html.br")),
  )
  expect(manifest.get("/moved.html")).toEqual(before.manifest.get("/a.html"))
  expect(brotliDecompressSync(await readFile(join(folder, "new.html.br"))).toString()).toBe(
    `${LONG}?`,
  )
})

test("a previous build that is gone is no trouble", async () => {
  const before = await precompress(await siteOf({ "a.html": LONG }))
  await rm(before.folder, { recursive: true })
  await mkdir(before.folder)
  const folder = await siteOf({ "a.html": LONG })
  await precompress(folder, before)
  expect(brotliDecompressSync(await readFile(join(folder, "a.html.br"))).toString()).toBe(LONG)
})
