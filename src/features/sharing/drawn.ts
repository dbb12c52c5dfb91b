/**
 * Draws pictures with text ("lettering") for link previews, stories and covers. The name of a picture is a hash of its
 * content and of the drawing code, so that later builds reuse the file. A build has two passes: the first is fast and
 * skips slow work; the second does the slow work.
 */
import { createHash } from "node:crypto"
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pLimit from "p-limit"
import sharp, { type Sharp } from "sharp"
import { drawMotif } from "../../art/motifs.ts"
import { coverFiles } from "../../art/pictures.ts"
import { PICTURES_FOLDER } from "../../art/posters/folder.ts"
import {
  COVER_SIZE,
  drawShade,
  SHARE_SIZE,
  type Size,
  SQUARE_SIZE,
  STORY_SIZE,
  WIDE_SIZE,
} from "../../art/posters/posters.ts"
import type { ChosenPicture } from "../../art/topics.ts"
import { reportLeftOut, throwIfCancelled } from "../../shared/dependency-tracking.ts"

interface Format {
  size: Size
  encode: (picture: Sharp) => Sharp
}

const createWebpFormat = (size: Size, quality: number, width = size.width): Format => ({
  size,
  encode: (picture) => picture.resize(width).webp({ quality, effort: 4, smartSubsample: true }),
})
const createJpegFormat = (size: Size): Format => ({
  size,
  encode: (picture) => picture.jpeg({ quality: 80 }),
})

/** Formats by the suffix of the file name. */
const FORMATS = {
  ".webp": createWebpFormat(COVER_SIZE, 52),
  "-640.webp": createWebpFormat(COVER_SIZE, 52, 640),
  "-square.webp": createWebpFormat(SQUARE_SIZE, 70),
  "-wide.webp": createWebpFormat(WIDE_SIZE, 60),
  "-og.jpg": createJpegFormat(SHARE_SIZE),
  "-story.jpg": createJpegFormat(STORY_SIZE),
} satisfies Record<string, Format>

type FileSuffix = keyof typeof FORMATS

type DrawLettering = (size: Size) => Promise<string>

/** One file of a drawing. */
export interface Part {
  suffix: FileSuffix
  drawLettering: DrawLettering
  /** Picture behind the text. Without a background, the lettering fills the whole picture. */
  background?: ChosenPicture
}

export interface Drawing {
  /** Path of the page whose picture is missing if drawing fails, for the report. */
  path: string
  /** All values that the picture shows. The file name contains a hash of them. */
  content: unknown
  parts: Part[]
  /** Set for pictures of link previews and stories that a first pass leaves to the second pass. */
  isLate?: true
}

const FOLDER = join(PICTURES_FOLDER, "lettered")
/** A file that the current build does not use is deleted when it is 30 days old. */
const MAX_UNUSED_AGE_MS = 30 * 24 * 60 * 60 * 1000
/** Maximum number of new pictures in a pass (20 s on two cores). Later passes draw the others. */
const MAX_PER_PASS = Number(process.env.DRAWINGS_PER_BUILD ?? 400)

export const getDrawnUrl = (name: string) => `/drawn/${name}.webp`
export const getShareUrl = (name: string) => `/drawn/${name}-og.jpg`
export const getStoryUrl = (name: string) => `/drawn/${name}-story.jpg`

export const getDrawnFilePath = (file: string) => join(FOLDER, file)

/** Returns a hash of the picture's content and of the drawing code (`ART_STATE` is a hash of the code). */
const computeName = ({ content, parts }: Drawing) =>
  createHash("sha256")
    .update(JSON.stringify([process.env.ART_STATE, content, parts.map(({ suffix }) => suffix)]))
    .digest("hex")
    .slice(0, 20)

/** Writes a file in one step, because another build may read or write the same file. */
async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  const temporaryFile = getDrawnFilePath(`${file}.${crypto.randomUUID()}`)
  await writeFile(temporaryFile, bytes)
  await rename(temporaryFile, getDrawnFilePath(file))
}

async function deleteUnused(existing: Set<string>, used: Set<string>): Promise<void> {
  for (const file of existing) {
    if (used.has(file)) continue
    const { mtimeMs } = await stat(getDrawnFilePath(file)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs <= MAX_UNUSED_AGE_MS) continue
    await rm(getDrawnFilePath(file), { force: true })
    existing.delete(file)
  }
}

/** The files at the end of the last complete pass. A first pass ignores newer files of a canceled pass. */
let finishedFiles: Set<string> | null = null

/** Draws the files of one picture. Consecutive parts with the same size and lettering share their pixels. */
async function drawParts(name: string, parts: Part[], existing: Set<string>): Promise<void> {
  let lastComposed: { part: Part; size: Size; pixels: Pixels } | undefined
  for (const part of parts) {
    throwIfCancelled()
    const { size, encode } = FORMATS[part.suffix]
    if (lastComposed?.size !== size || lastComposed.part.drawLettering !== part.drawLettering) {
      lastComposed = { part, size, pixels: await compose(part, size) }
    }
    const file = name + part.suffix
    await writeAtomically(file, await encode(createPicture(lastComposed.pixels)).toBuffer())
    existing.add(file)
  }
}

/**
 * Draws missing pictures, at most `max`. In the result, `names` has null for each drawing without a picture, and
 * `files` are all files that the drawings use. Failures are reported.
 */
export async function drawAll(
  drawings: Drawing[],
  { max = MAX_PER_PASS, isFirstPass = false } = {},
) {
  await mkdir(FOLDER, { recursive: true })
  const existing = (isFirstPass && finishedFiles) || new Set(await readdir(FOLDER))
  let newCount = 0
  const draw = async (drawing: Drawing): Promise<{ name: string | null; files: string[] }> => {
    const name = computeName(drawing)
    const files = drawing.parts.map(({ suffix }) => name + suffix)
    if (files.every((file) => existing.has(file))) return { name, files }
    if (newCount >= max || (isFirstPass && drawing.isLate)) return { name: null, files: [] }
    newCount += 1
    try {
      await drawParts(name, drawing.parts, existing)
    } catch (error) {
      reportLeftOut(drawing.path, error)
      return { name: null, files: [] }
    }
    return { name, files }
  }
  const pictures = await pLimit(3).map(drawings, draw)
  backgrounds.clear()
  const files = [...new Set(pictures.flatMap((picture) => picture.files))]
  await deleteUnused(existing, new Set(files))
  finishedFiles = existing
  return { names: pictures.map(({ name }) => name), files, newCount }
}

interface Pixels extends Size {
  /** Three bytes (red, green, blue) for each pixel. */
  data: Buffer
}

const readPixels = async (picture: Sharp): Promise<Pixels> => {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const createPicture = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 } })

const isUpright = ({ width, height }: Size) => height > width

/**
 * Draws the background: a motif (subject of the artwork, such as a crowd) under a shade that keeps text readable. The
 * prebuilt covers are landscape, so upright pictures for stories are drawn from the motif.
 */
async function drawBackground(picture: ChosenPicture, size: Size): Promise<Pixels> {
  const { motif, country, url } = picture
  const motifPicture = isUpright(size)
    ? sharp(Buffer.from(drawMotif({ motif, country, number: 0, ...size })))
    : sharp(join("public", coverFiles(url).share))
  const pixels = await readPixels(motifPicture.resize(size))
  return readPixels(createPicture(pixels).composite([{ input: Buffer.from(drawShade(size)) }]))
}

/** Backgrounds that several pictures of a pass share. */
const backgrounds = new Map<string, Promise<Pixels>>()

function getBackground(picture: ChosenPicture, size: Size): Promise<Pixels> {
  const { motif, country, number } = picture
  // Upright backgrounds do not depend on the number, which selects a variant of the cover.
  const key = [motif, country, isUpright(size) ? "" : number, size.width].join(" ")
  const background = backgrounds.get(key) ?? drawBackground(picture, size)
  backgrounds.set(key, background)
  return background
}

/** Blends RGBA pixels over a picture, faster than sharp's `composite`: most pixels of the text are transparent. */
function blend(lettering: Buffer, { data, ...size }: Pixels): Pixels {
  const pixels = Buffer.from(data)
  // A 32-bit word holds one RGBA pixel. Transparent pixels are 0.
  const pixelWords = new Uint32Array(lettering.buffer, lettering.byteOffset, lettering.length / 4)
  for (let index = 0; index < pixelWords.length; index++) {
    if (pixelWords[index] === 0) continue
    const from = index * 4
    const opacity = lettering[from + 3] ?? 0
    for (let channel = 0, to = index * 3; channel < 3; channel++, to++) {
      const below = pixels[to] ?? 0
      pixels[to] = below + (((lettering[from + channel] ?? 0) - below) * opacity) / 255
    }
  }
  return { data: pixels, ...size }
}

async function compose({ drawLettering, background }: Part, size: Size): Promise<Pixels> {
  const picture = sharp(Buffer.from(await drawLettering(size)))
  if (!background) return readPixels(picture)
  const [above, below] = await Promise.all([
    picture.ensureAlpha().raw().toBuffer(),
    getBackground(background, size),
  ])
  return blend(above, below)
}
