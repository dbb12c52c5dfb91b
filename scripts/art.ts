/** Draws the pictures of the site into public/art/v1, and its icons with their manifest into public. */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import sharp from "sharp"
import { type Crowd, lightsticks } from "../src/art/lightsticks.ts"
import { mark } from "../src/art/mark.ts"
import { PICTURES_PER_PLACE, PLACES, type Place, SLEEVES } from "../src/art/places.ts"
import { sleeve } from "../src/art/sleeve.ts"
import { SITE } from "../src/site.ts"

const ART = new URL("../public/art/", import.meta.url)
const PUBLIC = new URL("../public/", import.meta.url)
const SOURCES = new URL("../src/art/", import.meta.url)
const MADE_FROM = new URL("../.cache/art.txt", import.meta.url)

/** 640 px: at most 14 kB; 1280 px: at most 26 kB, so that an article page stays within its budget. */
const WEBP = { quality: 46, effort: 6, smartSubsample: true }

async function cover(name: string, place: Place, folder: URL): Promise<void> {
  const svg = lightsticks({ seed: name, place, width: 1280, height: 630 })
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const drawn = () =>
    sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  const file = (end: string) => new URL(`${name}${end}`, folder).pathname
  const square = { left: 325, top: 0, width: 630, height: 630 }
  await Promise.all([
    drawn().webp(WEBP).toFile(file("-1280.webp")),
    drawn().resize(640).webp(WEBP).toFile(file("-640.webp")),
    drawn().extract(square).resize(192, 192).webp(WEBP).toFile(file("-square.webp")),
    drawn().resize(1200, 630).jpeg({ quality: 78, mozjpeg: true }).toFile(file(".jpg")),
  ])
}

/** All places at once, since drawing takes one core each; the pictures of a place in turn, for the memory. */
const covers = (folder: URL) =>
  Promise.all(
    PLACES.map(async (place) => {
      for (let n = 0; n < PICTURES_PER_PLACE; n++) await cover(`${place}-${n}`, place, folder)
    }),
  )

async function draw(crowd: Crowd, file: URL, quality: number): Promise<void> {
  await sharp(Buffer.from(lightsticks(crowd)))
    .webp({ ...WEBP, quality })
    .toFile(file.pathname)
}

async function scenes(folder: URL): Promise<void> {
  const wide = { seed: "daina", place: "all", rows: 5 } as const
  const dark = { seed: "encore", place: "all", rows: 4, density: 18 } as const
  // Stands right of the middle, beside the text.
  const only = { row: 2, index: 8 }
  await draw(
    { ...wide, width: 1600, height: 760, density: 22 },
    new URL("hero-1600.webp", folder),
    44,
  )
  await draw(
    { ...wide, width: 640, height: 960, density: 10, horizon: 0.1 },
    new URL("hero-640.webp", folder),
    40,
  )
  await draw({ ...dark, width: 1280, height: 630, only }, new URL("dark-1280.webp", folder), 50)
}

async function sleeves(folder: URL): Promise<void> {
  for (let n = 0; n < SLEEVES; n++) {
    const svg = Buffer.from(sleeve(`sleeve-${n}`))
    const webp = { quality: 60, effort: 6 }
    const file = (end: string) => new URL(`sleeve-${n}${end}.webp`, folder).pathname
    await sharp(svg).webp(webp).toFile(file(""))
    await sharp(svg, { density: 72 * 3 })
      .webp(webp)
      .toFile(file("-large"))
  }
}

const MANIFEST = {
  name: SITE.name,
  short_name: SITE.name,
  start_url: "/",
  display: "minimal-ui",
  background_color: "#0d0a12",
  theme_color: "#0d0a12",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    { src: "/favicon.svg", sizes: "any", type: "image/svg+xml" },
  ],
}

async function icons(): Promise<void> {
  const tile = Buffer.from(mark({ hasTile: true }))
  const png = (size: number, name: string) =>
    sharp(tile, { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ compressionLevel: 9 })
      .toFile(new URL(name, PUBLIC).pathname)
  await writeFile(new URL("favicon.svg", PUBLIC), mark({ hasTile: true }))
  await writeFile(new URL("site.webmanifest", PUBLIC), JSON.stringify(MANIFEST))
  await Promise.all([
    png(180, "apple-touch-icon.png"),
    png(192, "icon-192.png"),
    png(512, "icon-512.png"),
  ])
}

async function sourcesHash(): Promise<string> {
  const hash = createHash("sha256").update(await readFile(new URL(import.meta.url)))
  for (const name of (await readdir(SOURCES)).sort()) {
    if (!name.includes(".test.")) hash.update(await readFile(new URL(name, SOURCES)))
  }
  return hash.digest("hex")
}

/** Draws everything, unless it was drawn by this very code before. */
export async function makeArt(): Promise<void> {
  const hash = await sourcesHash()
  const last = await readFile(MADE_FROM, "utf8").catch(() => "")
  if (last === hash && existsSync(new URL("v1/hero-640.webp", ART))) return
  // Drawn aside and moved in whole: another build may be copying the folder.
  const aside = new URL(`.drawing-${process.pid}/`, ART)
  await mkdir(aside, { recursive: true })
  await Promise.all([covers(aside), scenes(aside), sleeves(aside), icons()])
  await rm(new URL("v1/", ART), { recursive: true, force: true })
  await rename(aside, new URL("v1/", ART))
  await mkdir(new URL("./", MADE_FROM), { recursive: true })
  await writeFile(MADE_FROM, hash)
}
