/** Draws the pictures that do not depend on a site's content: covers, record sleeves, scenes and icons. */
import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import pLimit from "p-limit"
import sharp from "sharp"
import { type Crowd, drawLightsticks } from "../src/art/lightsticks.ts"
import { drawMotif } from "../src/art/motifs.ts"
import {
  COUNTRY_COLORS,
  COVERS,
  type CountryColor,
  MOTIFS,
  type Motif,
  POST_PICTURE,
  pictureName,
  SLEEVES,
  STAGES,
} from "../src/art/pictures.ts"
import { PICTURES_FOLDER } from "../src/art/posters/folder.ts"
import { drawSingleSleeve, drawSleeveSheets } from "../src/art/sleeve.ts"
import { generate } from "./generated.ts"

const PUBLIC_FOLDER = new URL("../public/", import.meta.url)
const SOURCES_FOLDER = new URL("../src/art/", import.meta.url)

/** With these options, a picture of 640 px is below 20 kB and one of 1280 px below 50 kB (see bench/transfer.ts). */
const WEBP_OPTIONS = { quality: 40, effort: 6, smartSubsample: true }

/** The part of a picture, in pixels, that becomes its square version. */
const SQUARE_AREA = { left: 325, top: 0, width: 630, height: 630 }

async function drawPicture(
  motif: Motif,
  country: CountryColor,
  number: number,
  folder: URL,
): Promise<void> {
  const svg = drawMotif({ motif, number, country, width: 1280, height: 630 })
  const { data, info } = await sharp(Buffer.from(svg))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const openImage = () => sharp(data, { raw: { width, height, channels } })
  const getPath = (end: string) =>
    fileURLToPath(new URL(`${pictureName(motif, country, number)}${end}`, folder))
  await openImage().resize(640).webp(WEBP_OPTIONS).toFile(getPath("-640.webp"))
  if (number === POST_PICTURE) {
    await openImage()
      .extract(SQUARE_AREA)
      .resize(192, 192)
      .webp(WEBP_OPTIONS)
      .toFile(getPath("-square.webp"))
    return
  }
  await openImage().webp(WEBP_OPTIONS).toFile(getPath(".webp"))
  await openImage().resize(1200, 630).jpeg({ quality: 78 }).toFile(getPath("-og.jpg"))
}

const drawPictures = (folder: URL) =>
  pLimit(4).map(
    [
      ...MOTIFS.flatMap((motif) =>
        COUNTRY_COLORS.flatMap((country) =>
          [...COVERS, POST_PICTURE].map((number) => ({ motif, country, number })),
        ),
      ),
      ...STAGES.map((number) => ({ motif: "crowd", country: "all", number }) as const),
    ],
    ({ motif, country, number }) => drawPicture(motif, country, number, folder),
  )

const SLEEVE_OPTIONS = { quality: 62, effort: 4, smartSubsample: true }

/** Draws pictures with many record sleeves each. Sleeves as inline SVG would block the main thread of a phone. */
const drawSleeves = (folder: URL) =>
  pLimit(4).map(drawSleeveSheets(), async (sheet, i) => {
    const getPath = (name: string) => fileURLToPath(new URL(name, folder))
    const large = sharp(Buffer.from(sheet))
    await large
      .clone()
      .webp(SLEEVE_OPTIONS)
      .toFile(getPath(`sleeves-${i}.webp`))
    await large
      .resize(112)
      .webp(SLEEVE_OPTIONS)
      .toFile(getPath(`sleeves-${i}-small.webp`))
  })

const drawSingleSleeves = (folder: URL) =>
  pLimit(4).map(
    Array.from({ length: SLEEVES }, (_, number) => number),
    (number) =>
      sharp(Buffer.from(drawSingleSleeve(number)))
        .webp(SLEEVE_OPTIONS)
        .toFile(fileURLToPath(new URL(`sleeve-${number}.webp`, folder))),
  )

const CROWD = { seed: "daina", country: "all", rows: 5 } as const
const DARK_CROWD = { seed: "encore", country: "all", rows: 4, density: 18 } as const
const ONLY_LIGHT = { row: 2, index: 8 }

/** Pictures of the top of the home page (`hero-…`) and of the 404 page (`dark-…`). */
const SCENES: { file: string; quality: number; crowd: Crowd }[] = [
  { file: "hero-1600", quality: 44, crowd: { ...CROWD, width: 1600, height: 760, density: 22 } },
  {
    file: "hero-640",
    quality: 30,
    crowd: { ...CROWD, width: 640, height: 960, density: 10, horizon: 0.1 },
  },
  {
    file: "dark-1280",
    quality: 50,
    crowd: { ...DARK_CROWD, width: 1280, height: 630, only: ONLY_LIGHT },
  },
]

const drawScenes = (folder: URL) =>
  pLimit(4).map(SCENES, ({ file, quality, crowd }) =>
    sharp(Buffer.from(drawLightsticks(crowd)))
      .webp({ ...WEBP_OPTIONS, quality })
      .toFile(new URL(`${file}.webp`, folder).pathname),
  )

/** Returns an SVG. A system may cut the edges off a maskable icon (https://www.w3.org/TR/appmanifest/#icon-masks). */
function createLogo({ isMaskable }: { isMaskable: boolean }): string {
  const cornerRadius = isMaskable ? 0 : 7
  const place = isMaskable ? "translate(7.4 7.75) scale(0.75)" : "translate(4.5 5)"
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${cornerRadius}" fill="#120f1a"/><g transform="${place}"><rect y="8.8" width="6" height="13.2" rx="3" fill="#5aa9ff"/><rect x="8.5" width="6" height="22" rx="3" fill="#ff5a7d"/><rect x="17" y="4.8" width="6" height="17.2" rx="3" fill="#ffc23d"/></g></svg>`
}

async function drawIcons(folder: URL): Promise<void> {
  const writePng = (size: number, name: string, { isMaskable = false } = {}) =>
    sharp(Buffer.from(createLogo({ isMaskable })), { density: (72 * size) / 32 })
      .resize(size, size)
      .png({ compressionLevel: 9 })
      .toFile(new URL(name, folder).pathname)
  await writeFile(new URL("favicon.svg", folder), createLogo({ isMaskable: false }))
  await Promise.all([
    writePng(180, "apple-touch-icon.png"),
    writePng(192, "icon-192.png"),
    writePng(512, "icon-512.png"),
    writePng(512, "icon-maskable-512.png", { isMaskable: true }),
  ])
}

async function hashSources(): Promise<string> {
  const hash = createHash("sha256").update(await readFile(new URL(import.meta.url)))
  for (const name of (await readdir(SOURCES_FOLDER, { recursive: true })).sort()) {
    if (name.endsWith(".ts") && !name.includes(".test."))
      hash.update(await readFile(new URL(name, SOURCES_FOLDER)))
  }
  return hash.digest("hex").slice(0, 32)
}

async function drawAll(folder: string): Promise<void> {
  const into = new URL(`file://${folder}/`)
  const artFolder = new URL("art/v2/", into)
  await mkdir(artFolder, { recursive: true })
  await Promise.all([
    drawPictures(artFolder),
    drawScenes(artFolder),
    drawSleeves(artFolder),
    drawSingleSleeves(artFolder),
    drawIcons(into),
  ])
}

/** Draws all pictures into `folder`, which other checkouts with the same drawing code use as well. */
async function drawAndStore(folder: string): Promise<void> {
  await mkdir(PICTURES_FOLDER, { recursive: true })
  const unfinished = `${folder}.${process.pid}`
  await drawAll(unfinished)
  for (const name of await readdir(PICTURES_FOLDER)) {
    if (/^art-[0-9a-f]+$/.test(name)) await rm(join(PICTURES_FOLDER, name), { recursive: true })
  }
  await rename(unfinished, folder).catch(async (error) => {
    // `folder` exists already if another build has drawn the same pictures in the meantime.
    await rm(unfinished, { recursive: true })
    if (!existsSync(folder)) throw error
  })
}

/** Draws all pictures if the drawing code has changed or pictures are missing. Returns the hash of the drawing code. */
export async function generateArt(): Promise<string> {
  const hash = await hashSources()
  await generate({
    name: "art",
    hash,
    targetFolder: PUBLIC_FOLDER,
    sentinel: "art/v2/hero-640.webp",
    async writeFiles(folder) {
      const storedFolder = join(PICTURES_FOLDER, `art-${hash}`)
      const copy = () => cp(storedFolder, fileURLToPath(folder), { recursive: true })
      await copy().catch(async () => {
        await drawAndStore(storedFolder)
        await copy()
      })
    },
  })
  return hash
}
