/** The file may be malicious, so a child process draws it if possible (draw-in-child.ts). */
import sharp, { type Metadata, type OutputInfo, type Sharp } from "sharp"
import { isTooNarrow, PICTURE_GROUND } from "../../../src/shared/picture-shape.ts"

/** A share picture (link preview) is cropped at an `object-position`, in percent. */
export type PictureKind = "cover" | "avatar" | `share ${number} ${number}`
type PictureRefusal = "unsupported_image" | "picture_shape" | "picture_too_complex"
/** Files in the order of the kind's sizes, and the pixels of the first file. */
export type DrawResult =
  | { files: Buffer[]; width: number; height: number }
  | { refusal: PictureRefusal }

type Rendition = { data: Buffer; info: OutputInfo }

/** More than any phone's picture within the upload limit. */
const PIXELS_MAX = 40_000_000
/** The largest picture that the browser uploads. Decoding AVIF takes 18 to 26 bytes per pixel. */
const AVIF_PIXELS_MAX = 2560 * 2560
/** For formats that are decoded as a whole, such as a progressive JPEG of 25 megapixels. */
const DECODED_BYTES_MAX = 150_000_000

/** SVG can contain scripts. */
const FORMATS = ["jpeg", "png", "webp", "heif"]

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}`),
})

/** Returns measured bytes. Formats that are decoded line by line count as 0. */
function getDecodedBytes({ format, width, height, channels, depth, ...header }: Metadata): number {
  const samples = width * height * channels
  // A progressive JPEG keeps the coefficients of all samples, two bytes each.
  if (format === "jpeg") return header.isProgressive ? samples * 2 : 0
  const isLineByLine = format === "png" && !header.isProgressive && (header.orientation ?? 1) === 1
  return isLineByLine ? 0 : samples * (depth === "uchar" ? 1 : 2)
}

function getPictureRefusal(header: Metadata): PictureRefusal | null {
  const { format, width, height } = header
  if (!FORMATS.includes(format)) return "unsupported_image"
  if (isTooNarrow(header)) return "picture_shape"
  // sharp reports AVIF as "heif".
  const maxPixels = format === "heif" ? AVIF_PIXELS_MAX : PIXELS_MAX
  const isTooMuch = width * height > maxPixels || getDecodedBytes(header) > DECODED_BYTES_MAX
  return isTooMuch ? "picture_too_complex" : null
}

/** Open Graph recommends this size in pixels. */
const SHARE = { width: 1200, height: 630 }

/** Without a background color, transparent areas would be black. */
const encodeShareJpeg = (picture: Sharp): Sharp =>
  picture.flatten({ background: PICTURE_GROUND }).jpeg({ quality: 78 })

/** Decoding takes most of the time, so the picture is decoded once. */
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
      // Browsers upload pictures of at most this height.
      .resize({ width: 1280, height: 2560, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 76 }),
    base.clone().resize({ width: 960, withoutEnlargement: true }).webp({ quality: 74 }),
    base.clone().resize({ width: 640, withoutEnlargement: true }).webp({ quality: 72 }),
    encodeShareJpeg(base.clone().resize(SHARE)),
  ]
  const drawn: Rendition[] = []
  for (const rendition of renditions)
    drawn.push(await rendition.toBuffer({ resolveWithObject: true }))
  return drawn
}

/** Crops around the point that CSS's `object-position` would show. */
async function drawShare(picture: Sharp, [x = 50, y = 50]: number[]): Promise<Rendition[]> {
  const resized = picture.resize({ ...SHARE, fit: "outside" })
  const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const cropped = sharp(data, { raw: { width, height, channels } }).extract({
    left: Math.round(((width - SHARE.width) * x) / 100),
    top: Math.round(((height - SHARE.height) * y) / 100),
    ...SHARE,
  })
  return [await encodeShareJpeg(cropped).toBuffer({ resolveWithObject: true })]
}

/** Pixels: the largest displayed size × 2. */
const AVATAR_SIDE = 384

const drawAvatar = async (picture: Sharp): Promise<Rendition[]> => [
  await picture
    .resize({ width: AVATAR_SIDE, height: AVATAR_SIDE, fit: "cover", position: "attention" })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true }),
]

/** Never throws. */
export async function drawPicture(kind: PictureKind, bytes: Uint8Array): Promise<DrawResult> {
  try {
    // getPictureRefusal() checks the number of pixels.
    const picture = sharp(bytes, { limitInputPixels: false, failOn: "error" })
    const refusal = getPictureRefusal(await picture.metadata())
    if (refusal) return { refusal }
    // Applies the EXIF orientation and drops metadata such as GPS coordinates.
    const upright = picture.rotate()
    const [name, ...point] = kind.split(" ")
    const drawn =
      name === "share"
        ? await drawShare(upright, point.map(Number))
        : await (kind === "cover" ? drawCover(upright) : drawAvatar(upright))
    const { width = 0, height = 0 } = drawn[0]?.info ?? {}
    return { files: drawn.map(({ data }) => data), width, height }
  } catch {
    // Damage is found only when the whole picture is decoded.
    return { refusal: "unsupported_image" }
  }
}
