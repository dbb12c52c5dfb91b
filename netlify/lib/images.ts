/** Pictures that people send: checked by what they are, drawn anew, stored in the sizes our pages use. */
import { randomBytes } from "node:crypto"
import sharp, { type Sharp } from "sharp"
import { putFile } from "./storage.ts"

/** The most a function's body can be with Netlify, in bytes; the browser makes larger pictures smaller. */
export const UPLOAD_MAX_BYTES = 4_500_000

/** What decodes safely and is a picture: no SVG, which can hold scripts, and no animation. */
const FORMATS = ["jpeg", "png", "webp", "avif", "heif"]
/** 40 megapixels: more than any phone's picture that fits the body, and 160 MB once decoded. */
const PIXELS_MAX = 40_000_000
/**
 * What the browser sends at the most. Decoding AVIF takes 18 bytes a pixel (732 MB for 6300 x 6300,
 * measured), so a small file could take all the memory there is.
 */
const AVIF_PIXELS_MAX = 2560 * 2560

/** One picture at a time in a process: they share its memory, and its threads with everything else. */
let turn: Promise<unknown> = Promise.resolve()

function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const mine = turn.then(work)
  turn = mine.catch(() => {})
  return mine
}

/** Suffixes and makers of a cover's renditions, beside the full one. 1200 x 630 is Open Graph's size. */
const COVER_RENDITIONS: [suffix: string, draw: (picture: Sharp) => Sharp][] = [
  [
    ".webp",
    (picture) => picture.resize({ width: 1280, withoutEnlargement: true }).webp({ quality: 76 }),
  ],
  [
    "-640.webp",
    (picture) => picture.resize({ width: 640, withoutEnlargement: true }).webp({ quality: 72 }),
  ],
  ["-og.jpg", (picture) => picture.resize({ width: 1200, height: 630 }).jpeg({ quality: 78 })],
]

/** Thrown for bytes that are no picture we take. */
export class UnsupportedImage extends Error {
  override name = "UnsupportedImage"
}

async function decoded(bytes: Uint8Array): Promise<Sharp> {
  try {
    const picture = sharp(bytes, { limitInputPixels: PIXELS_MAX, failOn: "error" })
    const { format, width, height } = await picture.metadata()
    if (!format || !FORMATS.includes(format)) throw new UnsupportedImage(`format ${format}`)
    // Its name for AVIF, too.
    if (format === "heif" && width * height > AVIF_PIXELS_MAX) {
      throw new UnsupportedImage(`${format} of ${width} x ${height}`)
    }
    // Upright by its own orientation mark; drawing anew drops that mark, places and everything else hidden.
    return picture.rotate()
  } catch (error) {
    throw error instanceof UnsupportedImage
      ? error
      : new UnsupportedImage("not decodable", { cause: error })
  }
}

/** Draws a picture anew, in its turn. Throws {@link UnsupportedImage}. */
const draw = <Result>(bytes: Uint8Array, work: (picture: Sharp) => Promise<Result>) =>
  inTurn(async () => {
    const picture = await decoded(bytes)
    try {
      return await work(picture)
    } catch (error) {
      // Only reading the whole picture tells that it is cut off or damaged.
      throw new UnsupportedImage("damaged", { cause: error })
    }
  })

/**
 * Stores a cover in all its sizes and returns the address of the full one. Throws
 * {@link UnsupportedImage} before anything is stored.
 */
export async function storeCover(bucket: string, bytes: Uint8Array): Promise<string> {
  const name = `${bucket}/${Date.now()}-${randomBytes(6).toString("hex")}`
  const files = await draw(bytes, async (picture) => {
    const renditions: [name: string, bytes: Buffer][] = []
    for (const [suffix, rendition] of COVER_RENDITIONS) {
      renditions.push([`${name}${suffix}`, await rendition(picture.clone()).toBuffer()])
    }
    return renditions
  })
  await Promise.all(files.map(([file, content]) => putFile(file, content)))
  return `/uploads/${name}.webp`
}

/** The names of the files that belong to a cover's address. */
export const coverFiles = (url: string): string[] => {
  const name = url.replace(/^\/uploads\/|\.webp$/g, "")
  return COVER_RENDITIONS.map(([suffix]) => `${name}${suffix}`)
}

/** The side of an avatar, in pixels: the largest it is shown, twice as dense. */
const AVATAR_SIDE = 384

/** A picture as an avatar: its middle as a square. Throws {@link UnsupportedImage}. */
export const drawAvatar = (bytes: Uint8Array): Promise<Buffer> =>
  draw(bytes, (picture) =>
    picture
      .resize({ width: AVATAR_SIDE, height: AVATAR_SIDE, fit: "cover", position: "attention" })
      .webp({ quality: 80 })
      .toBuffer(),
  )
