/**
 * Draws pictures with lettering, each for one article, event or team. A picture's name is a hash of its content and
 * of the drawing code, and its files are kept between builds, so each picture is drawn once.
 */
import { createHash } from "node:crypto"
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import pLimit from "p-limit"
import sharp, { type Sharp } from "sharp"
import type { ChosenPicture } from "../../art/assign.ts"
import { drawMotif } from "../../art/motifs.ts"
import { coverFiles } from "../../art/pictures.ts"
import { PICTURES_FOLDER } from "../../art/posters/folder.ts"
import { COVER, SHARE, type Size, SQUARE, STORY, shade, WIDE } from "../../art/posters/posters.ts"
import { reportLeftOut, throwIfCancelled } from "../../shared/dependency-tracking.ts"

interface Format {
  size: Size
  encode: (picture: Sharp) => Sharp
}

const webp = (size: Size, quality: number, width = size.width): Format => ({
  size,
  encode: (picture) => picture.resize(width).webp({ quality, effort: 4, smartSubsample: true }),
})
const jpeg = (size: Size): Format => ({ size, encode: (picture) => picture.jpeg({ quality: 80 }) })

/** Formats of the files of a drawing, by the end of the file name. */
const FORMATS = {
  ".webp": webp(COVER, 52),
  "-640.webp": webp(COVER, 52, 640),
  /** For lists. */
  "-square.webp": webp(SQUARE, 70),
  /** For the top of a team's page on wide screens. */
  "-wide.webp": webp(WIDE, 60),
  /** For link previews. */
  "-og.jpg": jpeg(SHARE),
  "-story.jpg": jpeg(STORY),
} satisfies Record<string, Format>

type FileEnd = keyof typeof FORMATS

/** Returns an SVG of the lettering, or of a whole poster. */
type DrawLettering = (size: Size) => Promise<string>

/** A file of a drawing. */
export interface Part {
  end: FileEnd
  lettering: DrawLettering
  /** The picture behind the lettering. Posters have their own background. */
  behind?: ChosenPicture
}

export interface Drawing {
  /** Path of the page that shows the picture, for error reports. */
  path: string
  /** All values that decide how the picture looks. */
  content: unknown
  parts: Part[]
  /** True when no page shows the picture, only link previews and stories. The first pass of a build leaves it out. */
  isLate?: true
}

const FOLDER = join(PICTURES_FOLDER, "lettered")
const MAX_UNUSED_MS = 30 * 24 * 60 * 60 * 1000
/** Maximum number of pictures per build, which take about 20 s on two cores. Later builds draw the rest. */
const MAX_PER_BUILD = Number(process.env.DRAWINGS_PER_BUILD ?? 400)

export const drawnUrl = (name: string) => `/drawn/${name}.webp`
export const shareUrl = (name: string) => `/drawn/${name}-og.jpg`
export const storyUrl = (name: string) => `/drawn/${name}-story.jpg`

/** Returns where a file of a drawing is stored. */
export const drawnFile = (file: string) => join(FOLDER, file)

/** Returns the name of a drawing. `ART_STATE` is a hash of the drawing code. */
const nameOf = ({ content, parts }: Drawing) =>
  createHash("sha256")
    .update(JSON.stringify([process.env.ART_STATE, content, parts.map(({ end }) => end)]))
    .digest("hex")
    .slice(0, 20)

/** Writes a file in one step, since another build may read or write the same file. */
async function writeAtomically(file: string, bytes: Buffer): Promise<void> {
  const unfinished = drawnFile(`${file}.${crypto.randomUUID()}`)
  await writeFile(unfinished, bytes)
  await rename(unfinished, drawnFile(file))
}

/** Deletes files that no build has used for a month. */
async function deleteUnused(existing: Set<string>, used: Set<string>): Promise<void> {
  for (const file of existing) {
    if (used.has(file)) continue
    const { mtimeMs } = await stat(drawnFile(file)).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs <= MAX_UNUSED_MS) continue
    await rm(drawnFile(file), { force: true })
    existing.delete(file)
  }
}

/**
 * The files that existed at the end of the last finished pass. A first pass ignores pictures that a cancelled second
 * pass has drawn since: otherwise it would have to render all pages with these pictures.
 */
let finishedFiles: Set<string> | null = null

/** Draws the files of one picture. Files of the same size with the same lettering are composed once. */
async function drawParts(name: string, parts: Part[], existing: Set<string>): Promise<void> {
  let composed: { part: Part; size: Size; pixels: Pixels } | undefined
  for (const part of parts) {
    throwIfCancelled()
    const { size, encode } = FORMATS[part.end]
    if (composed?.size !== size || composed.part.lettering !== part.lettering) {
      composed = { part, size, pixels: await compose(part, size) }
    }
    const file = name + part.end
    await writeAtomically(file, await encode(pictureOf(composed.pixels)).toBuffer())
    existing.add(file)
  }
}

/**
 * Draws missing pictures in their order, up to a limit. The first pass of a build leaves out drawings with `isLate`.
 * When a picture fails, the error is reported and its page has no picture. Returns the names of the pictures in the
 * order of the drawings, null for those that were not drawn, the files of all pictures, and how many were drawn now.
 */
export async function drawAll(
  drawings: Drawing[],
  { max = MAX_PER_BUILD, isFirstPass = false } = {},
) {
  await mkdir(FOLDER, { recursive: true })
  const existing = (isFirstPass && finishedFiles) || new Set(await readdir(FOLDER))
  let newCount = 0
  const draw = async (drawing: Drawing): Promise<{ name: string | null; files: string[] }> => {
    const name = nameOf(drawing)
    const files = drawing.parts.map(({ end }) => name + end)
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

/** Raw pixels, three bytes each. */
interface Pixels extends Size {
  data: Buffer
}

const pixelsOf = async (picture: Sharp): Promise<Pixels> => {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const pictureOf = ({ data, width, height }: Pixels) =>
  sharp(data, { raw: { width, height, channels: 3 } })

const isUpright = ({ width, height }: Size) => height > width

/** Draws a motif with a shade for the lettering. Wide motifs exist as files; upright ones are drawn. */
async function drawBackground(picture: ChosenPicture, size: Size): Promise<Pixels> {
  const { motif, country, url } = picture
  const motifPicture = isUpright(size)
    ? sharp(Buffer.from(drawMotif({ motif, country, number: 0, ...size })))
    : sharp(join("public", coverFiles(url).share))
  const pixels = await pixelsOf(motifPicture.resize(size))
  return pixelsOf(pictureOf(pixels).composite([{ input: Buffer.from(shade(size)) }]))
}

/** Backgrounds of the current build. Many pictures have the same background. */
const backgrounds = new Map<string, Promise<Pixels>>()

function background(picture: ChosenPicture, size: Size): Promise<Pixels> {
  const { motif, country, number } = picture
  const key = [motif, country, isUpright(size) ? "" : number, size.width].join(" ")
  const drawn = backgrounds.get(key) ?? drawBackground(picture, size)
  backgrounds.set(key, drawn)
  return drawn
}

/**
 * Blends lettering over a background. Much faster than sharp's `composite`, which blends every pixel in floating
 * point, while most of the lettering is transparent.
 */
function blend(lettering: Buffer, { data, ...size }: Pixels): Pixels {
  const pixels = Buffer.from(data)
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

async function compose({ lettering, behind }: Part, size: Size): Promise<Pixels> {
  const picture = sharp(Buffer.from(await lettering(size)))
  if (!behind) return pixelsOf(picture)
  const [above, below] = await Promise.all([
    picture.ensureAlpha().raw().toBuffer(),
    background(behind, size),
  ])
  return blend(above, below)
}
