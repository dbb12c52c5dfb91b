/**
 * Draws a picture anew in the sizes that our pages use, after a look at what its header promises. Members
 * send what they like: this runs in a process of its own wherever there can be one (draw-in-child.ts).
 */
import sharp, { type Metadata, type OutputInfo, type Sharp } from "sharp"
import { isTooNarrow, PICTURE_GROUND } from "../../../src/shared/picture-shape.ts"

/** A share picture is cut at an `object-position`, in percent. */
export type PictureKind = "cover" | "avatar" | `share ${number} ${number}`
type PictureRefusal = "unsupported_image" | "picture_shape" | "picture_too_complex"
/** The files in the order of the kind's renditions, and the size of the first in pixels. */
export type Drawn = { files: Buffer[]; width: number; height: number } | { refusal: PictureRefusal }

type Rendition = { data: Buffer; info: OutputInfo }

/** 40 megapixels: more than any phone's picture that fits the body. */
const PIXELS_MAX = 40_000_000
/** What the browser sends at the most: decoding AVIF takes 18 to 26 bytes a pixel, by its bit depth. */
const AVIF_PIXELS_MAX = 2560 * 2560
/** What must be in memory as a whole: a progressive JPEG of 25 megapixels, or 37 interlaced in RGBA. */
const DECODED_BYTES_MAX = 150_000_000

/** What decodes safely and is a picture: no SVG, which can hold scripts. */
const FORMATS = ["jpeg", "png", "webp", "heif"]

sharp.cache(false)
sharp.concurrency(1)
// Of some thirty readers, so that no other sees a stranger's bytes.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}`),
})

/** What decoding holds at once, in bytes; nothing to speak of where it goes line by line. Measured. */
function decodedBytes({ format, width, height, channels, depth, ...header }: Metadata): number {
  const samples = width * height * channels
  // Progressive JPEG: the coefficients of all samples, two bytes each.
  if (format === "jpeg") return header.isProgressive ? samples * 2 : 0
  const isLineByLine = format === "png" && !header.isProgressive && (header.orientation ?? 1) === 1
  return isLineByLine ? 0 : samples * (depth === "uchar" ? 1 : 2)
}

function refusalOf(header: Metadata): PictureRefusal | null {
  const { format, width, height } = header
  if (!FORMATS.includes(format)) return "unsupported_image"
  if (isTooNarrow(header)) return "picture_shape"
  // "heif" is AVIF's name here, too.
  const most = format === "heif" ? AVIF_PIXELS_MAX : PIXELS_MAX
  const isTooMuch = width * height > most || decodedBytes(header) > DECODED_BYTES_MAX
  return isTooMuch ? "picture_too_complex" : null
}

/** Size of a link preview in pixels, as Open Graph recommends it. */
const SHARE = { width: 1200, height: 630 }

/** Encodes a link preview. JPEG has no transparency: without a background color, transparent areas would be black. */
const shareJpeg = (picture: Sharp): Sharp =>
  picture.flatten({ background: PICTURE_GROUND }).jpeg({ quality: 78 })

/** Draws a cover in three widths and as a link preview. The picture is decoded once, which takes most of the time. */
async function drawCover(picture: Sharp): Promise<Rendition[]> {
  const { data, info } = await picture
    .resize({ width: 1280, height: 720, fit: "outside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const base = sharp(data, { raw: { width, height, channels } })
  const renditions = [
    base
      .clone()
      // A tall picture in a text, as tall as the browser sends one.
      .resize({ width: 1280, height: 2560, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 76 }),
    base.clone().resize({ width: 960, withoutEnlargement: true }).webp({ quality: 74 }),
    base.clone().resize({ width: 640, withoutEnlargement: true }).webp({ quality: 72 }),
    shareJpeg(base.clone().resize(SHARE)),
  ]
  const drawn: Rendition[] = []
  for (const one of renditions) drawn.push(await one.toBuffer({ resolveWithObject: true }))
  return drawn
}

/** Crops a link preview from a picture, around the point that CSS's `object-position` would show. */
async function drawShare(picture: Sharp, [x = 50, y = 50]: number[]): Promise<Rendition[]> {
  const whole = picture.resize({ ...SHARE, fit: "outside" })
  const { data, info } = await whole.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const cut = sharp(data, { raw: { width, height, channels } }).extract({
    left: Math.round(((width - SHARE.width) * x) / 100),
    top: Math.round(((height - SHARE.height) * y) / 100),
    ...SHARE,
  })
  return [await shareJpeg(cut).toBuffer({ resolveWithObject: true })]
}

/** The side of an avatar, in pixels: the largest it is shown, twice as dense. */
const AVATAR_SIDE = 384

const drawAvatar = async (picture: Sharp): Promise<Rendition[]> => [
  await picture
    .resize({ width: AVATAR_SIDE, height: AVATAR_SIDE, fit: "cover", position: "attention" })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true }),
]

/** The picture's files, or why there are none. Never throws. */
export async function drawPicture(kind: PictureKind, bytes: Uint8Array): Promise<Drawn> {
  try {
    // The limit of pixels is ours to name, above.
    const picture = sharp(bytes, { limitInputPixels: false, failOn: "error" })
    const refusal = refusalOf(await picture.metadata())
    if (refusal) return { refusal }
    // Upright by its own orientation mark; drawing anew drops that mark, places and everything else hidden.
    const upright = picture.rotate()
    const [name, ...point] = kind.split(" ")
    const drawn =
      name === "share"
        ? await drawShare(upright, point.map(Number))
        : await (kind === "cover" ? drawCover(upright) : drawAvatar(upright))
    const { width = 0, height = 0 } = drawn[0]?.info ?? {}
    return { files: drawn.map(({ data }) => data), width, height }
  } catch {
    // Only reading the whole picture tells that it is cut off or damaged.
    return { refusal: "unsupported_image" }
  }
}
