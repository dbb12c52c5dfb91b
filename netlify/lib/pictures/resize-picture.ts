/** Creates the files of an uploaded picture. Called in a child process if possible: the picture may be malicious. */
import sharp, { type Metadata, type OutputInfo, type Sharp } from "sharp"
import { isTooNarrow, PICTURE_GROUND } from "../../../src/shared/picture-shape.ts"

/** A share picture (link preview) is cropped at an `object-position`, in percent. */
export type PictureKind = "cover" | "avatar" | `share ${number} ${number}`
type PictureRefusal = "unsupported_image" | "picture_shape" | "picture_too_complex"
/** Files in the order of the kind's sizes, and the size of the first file in pixels. */
export type ResizeResult =
  | { files: Buffer[]; width: number; height: number }
  | { refusal: PictureRefusal }

type Rendition = { data: Buffer; info: OutputInfo }

/** Limit for formats other than AVIF. */
const MAX_PIXELS = 40_000_000
/** The site's script shrinks pictures to this size before the upload. Decoding AVIF takes 18 to 26 bytes per pixel. */
const MAX_AVIF_PIXELS = 2560 * 2560
/** Limit for formats that are decoded as a whole. A progressive JPEG of 25 megapixels reaches it. */
const MAX_DECODED_BYTES = 150_000_000

/** SVG is missing, because it can contain scripts. */
const FORMATS = ["jpeg", "png", "webp", "heif"]

// A single thread without a cache limits the memory. Only the loaders of FORMATS may run.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}`),
})

/** Returns the measured memory for decoding, in bytes. Formats that are decoded line by line count as 0. */
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
  const maxPixels = format === "heif" ? MAX_AVIF_PIXELS : MAX_PIXELS
  const isTooComplex = width * height > maxPixels || getDecodedBytes(header) > MAX_DECODED_BYTES
  return isTooComplex ? "picture_too_complex" : null
}

/** Open Graph recommends this size in pixels. */
const SHARE_SIZE = { width: 1200, height: 630 }

/** Without a background color, transparent areas would be black. */
const encodeShareJpeg = (picture: Sharp): Sharp =>
  picture.flatten({ background: PICTURE_GROUND }).jpeg({ quality: 78 })

/** Creates three sizes and the link preview. Decodes the pixels only once, because decoding takes most of the time. */
async function resizeCover(picture: Sharp): Promise<Rendition[]> {
  const { data, info } = await picture
    .resize({ width: 1280, height: 720, fit: "outside", withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const base = sharp(data, { raw: { width, height, channels } })
  const pipelines = [
    base
      .clone()
      // The site's script uploads pictures of at most this height.
      .resize({ width: 1280, height: 2560, fit: "inside", withoutEnlargement: true })
      .webp({ quality: 76 }),
    base.clone().resize({ width: 960, withoutEnlargement: true }).webp({ quality: 74 }),
    base.clone().resize({ width: 640, withoutEnlargement: true }).webp({ quality: 72 }),
    encodeShareJpeg(base.clone().resize(SHARE_SIZE)),
  ]
  const renditions: Rendition[] = []
  for (const pipeline of pipelines) {
    renditions.push(await pipeline.toBuffer({ resolveWithObject: true }))
  }
  return renditions
}

/** Crops around the point that CSS's `object-position` would show. */
async function cropLinkPreview(picture: Sharp, [x = 50, y = 50]: number[]): Promise<Rendition[]> {
  const resized = picture.resize({ ...SHARE_SIZE, fit: "outside" })
  const { data, info } = await resized.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const cropped = sharp(data, { raw: { width, height, channels } }).extract({
    left: Math.round(((width - SHARE_SIZE.width) * x) / 100),
    top: Math.round(((height - SHARE_SIZE.height) * y) / 100),
    ...SHARE_SIZE,
  })
  return [await encodeShareJpeg(cropped).toBuffer({ resolveWithObject: true })]
}

/** Pixels: double the largest displayed size, for sharp screens. */
const AVATAR_SIDE = 384

const resizeAvatar = async (picture: Sharp): Promise<Rendition[]> => [
  await picture
    .resize({ width: AVATAR_SIDE, height: AVATAR_SIDE, fit: "cover", position: "attention" })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true }),
]

/** Returns a refusal instead of throwing an error. */
export async function resizePicture(kind: PictureKind, bytes: Uint8Array): Promise<ResizeResult> {
  try {
    // getPictureRefusal() checks the number of pixels.
    const picture = sharp(bytes, { limitInputPixels: false, failOn: "error" })
    const refusal = getPictureRefusal(await picture.metadata())
    if (refusal) return { refusal }
    // Applies the EXIF orientation and drops metadata such as GPS coordinates.
    const upright = picture.rotate()
    const [name, ...point] = kind.split(" ")
    const renditions =
      name === "share"
        ? await cropLinkPreview(upright, point.map(Number))
        : await (kind === "cover" ? resizeCover(upright) : resizeAvatar(upright))
    const { width = 0, height = 0 } = renditions[0]?.info ?? {}
    return { files: renditions.map(({ data }) => data), width, height }
  } catch {
    // A damaged file may have a correct header, so decoding fails only here.
    return { refusal: "unsupported_image" }
  }
}
