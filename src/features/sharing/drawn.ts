/**
 * Pictures that are lettered for one article, event or team. Each is drawn once: its name is a hash of what is
 * on it and of the code that draws, and it stays in a folder that outlives the build.
 */
import { createHash } from "node:crypto"
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pLimit from "p-limit"
import sharp, { type Sharp } from "sharp"
import type { Chosen } from "../../art/assign.ts"
import { drawMotif } from "../../art/motifs.ts"
import { coverAddress, coverFiles } from "../../art/pictures.ts"
import { PICTURES_FOLDER } from "../../art/posters/folder.ts"
import { COVER, SHARE, type Size, SQUARE, STORY, shade, WIDE } from "../../art/posters/posters.ts"
import { reportLeftOut, throwIfCancelled } from "../../shared/dependency-tracking.ts"

/** A file of a picture: the end of its name, and how it is made. */
export interface Part {
  end: "" | "-640" | "-square" | "-wide" | "-og" | "-story"
  draw(): Promise<Buffer>
}

export interface Drawing {
  /** The page that it is for. */
  path: string
  /** All that decides what it looks like. */
  content: unknown
  parts: Part[]
  /** Whether it is only shared, so that its page can be served without. */
  isLate?: true
}

const FOLDER = join(PICTURES_FOLDER, "lettered")
const FORGOTTEN_MS = 30 * 24 * 60 * 60 * 1000
/** About 20 s of two cores; what a build leaves out, the next ones draw. */
const MOST_PER_BUILD = Number(process.env.DRAWINGS_PER_BUILD ?? 400)

const fileOf = (name: string, { end }: Pick<Part, "end">) =>
  `${name}${end}.${end === "-og" || end === "-story" ? "jpg" : "webp"}`

/** Where pages find a drawing; its other files are named after this one. */
export const drawnAddress = (name: string) => `/drawn/${name}.webp`
export const shareAddress = (name: string) => `/drawn/${name}-og.jpg`
export const storyAddress = (name: string) => `/drawn/${name}-story.jpg`

export const readable = (file: string) => join(FOLDER, file)

const nameOf = ({ content, parts }: Drawing) =>
  createHash("sha256")
    .update(JSON.stringify([process.env.ART_STATE, content, parts.map(({ end }) => end)]))
    .digest("hex")
    .slice(0, 20)

/** Aside first: another build may be reading, or drawing the same. */
async function put(file: string, bytes: Buffer): Promise<void> {
  const aside = readable(`${file}.${crypto.randomUUID()}`)
  await writeFile(aside, bytes)
  await rename(aside, readable(file))
}

/** What no build has shown for a month goes. */
async function forget(there: Set<string>, used: Set<string>): Promise<void> {
  for (const file of there) {
    if (used.has(file)) continue
    const { mtimeMs } = await stat(readable(file)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs <= FORGOTTEN_MS) continue
    await rm(readable(file), { force: true })
    there.delete(file)
  }
}

/**
 * What is there for a first look: what a second one drew before it was given up waits for the next, or a first look
 * would have to make the pages of all those pictures.
 */
let settled: Set<string> | null = null

export interface Drawn {
  /** The names of those that are there, in the order of what was asked for; null for one that is not. */
  names: (string | null)[]
  /** All of their files. */
  files: string[]
  /** How many were drawn now. */
  made: number
}

/**
 * Draws the pictures that do not exist yet, in their order; a first pass leaves out those that can wait. A picture
 * that cannot be drawn is reported, and its page has none.
 */
export async function drawAll(
  drawings: Drawing[],
  { most = MOST_PER_BUILD, isFirstPass = false } = {},
): Promise<Drawn> {
  await mkdir(FOLDER, { recursive: true })
  const there = (isFirstPass && settled) || new Set(await readdir(FOLDER))
  let made = 0
  const one = async (drawing: Drawing): Promise<{ name: string | null; files: string[] }> => {
    const name = nameOf(drawing)
    const files = drawing.parts.map((part) => fileOf(name, part))
    if (files.every((file) => there.has(file))) return { name, files }
    if (made >= most || (isFirstPass && drawing.isLate)) return { name: null, files: [] }
    made += 1
    try {
      for (const part of drawing.parts) {
        throwIfCancelled()
        await put(fileOf(name, part), await part.draw())
        there.add(fileOf(name, part))
      }
    } catch (error) {
      reportLeftOut(drawing.path, error)
      return { name: null, files: [] }
    }
    return { name, files }
  }
  const done = await pLimit(3).map(drawings, one)
  backgrounds.clear()
  const files = [...new Set(done.flatMap((drawn) => drawn.files))]
  await forget(there, new Set(files))
  settled = there
  return { names: done.map(({ name }) => name), files, made }
}

/** Pixels of three bytes. */
interface Pixels extends Size {
  data: Buffer
}

const pixelsOf = async (picture: Sharp): Promise<Pixels> => {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const pictureOf = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 } })

/** A motif with the darkness for letters. What is as wide as a cover is there already, upright ones are not. */
async function drawBackground({ motif, place, number }: Chosen, size: Size): Promise<Pixels> {
  const isTall = size.height > size.width
  const motifPicture = isTall
    ? sharp(Buffer.from(drawMotif({ motif, place, number: 0, ...size })))
    : sharp(join("public", coverFiles(coverAddress(motif, place, number)).share))
  const drawn = await pixelsOf(motifPicture.resize(size))
  return pixelsOf(pictureOf(drawn).composite([{ input: Buffer.from(shade(size)) }]))
}

/** Of a build; many pictures have the same. */
const backgrounds = new Map<string, Promise<Pixels>>()

function background(chosen: Chosen, size: Size): Promise<Pixels> {
  const { motif, place, number } = chosen
  const key = [motif, place, size.height > size.width ? "" : number, size.width].join(" ")
  const drawn = backgrounds.get(key) ?? drawBackground(chosen, size)
  backgrounds.set(key, drawn)
  return drawn
}

/** A fraction of what sharp's own way takes, which blends all of a picture in floating point: most of it is no letter. */
function blend(letters: Buffer, { data, ...size }: Pixels): Pixels {
  const pixels = Buffer.allocUnsafe(data.length)
  pixels.set(data)
  const dots = new Uint32Array(letters.buffer, letters.byteOffset, letters.length / 4)
  for (let dot = 0; dot < dots.length; dot++) {
    if (dots[dot] === 0) continue
    const from = dot * 4
    const opacity = letters[from + 3] ?? 0
    for (let channel = 0, to = dot * 3; channel < 3; channel++, to++) {
      const below = pixels[to] ?? 0
      pixels[to] = below + (((letters[from + channel] ?? 0) - below) * opacity) / 255
    }
  }
  return { data: pixels, ...size }
}

type Letters = (size: Size) => Promise<string>

/** Letters on a motif, or a poster that has a ground of its own. */
async function compose(letters: Letters, size: Size, behind?: Chosen): Promise<Pixels> {
  const picture = sharp(Buffer.from(await letters(size)))
  if (!behind) return pixelsOf(picture)
  const [above, below] = await Promise.all([
    picture.ensureAlpha().raw().toBuffer(),
    background(behind, size),
  ])
  return blend(above, below)
}

const jpeg = async (letters: Letters, size: Size, behind?: Chosen) =>
  pictureOf(await compose(letters, size, behind))
    .jpeg({ quality: 80 })
    .toBuffer()

/** What leaves the site: for previews of links, and for stories. */
export const sharePart = (letters: Letters, behind?: Chosen): Part => ({
  end: "-og",
  draw: () => jpeg(letters, SHARE, behind),
})
export const storyPart = (letters: Letters, behind?: Chosen): Part => ({
  end: "-story",
  draw: () => jpeg(letters, STORY, behind),
})

const WEBP = { quality: 52, effort: 4, smartSubsample: true }

/** A cover in both of its widths. */
export function coverParts(letters: Letters, behind?: Chosen): Part[] {
  let drawn: Promise<Pixels> | undefined
  const cover = async () => {
    drawn ??= compose(letters, COVER, behind)
    return pictureOf(await drawn)
  }
  return [
    { end: "", draw: async () => (await cover()).webp(WEBP).toBuffer() },
    { end: "-640", draw: async () => (await cover()).resize(640).webp(WEBP).toBuffer() },
  ]
}

const plainPart = (end: Part["end"], letters: Letters, size: Size, quality: number): Part => ({
  end,
  draw: async () =>
    pictureOf(await compose(letters, size))
      .webp({ ...WEBP, quality })
      .toBuffer(),
})

/** For lists. */
export const squarePart = (letters: Letters) => plainPart("-square", letters, SQUARE, 70)
/** For the top of a page that is wide. */
export const widePart = (letters: Letters) => plainPart("-wide", letters, WIDE, 60)
