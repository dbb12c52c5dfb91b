/**
 * Creates the files of an uploaded picture.
 * If possible, runs in a child process, because the picture may be malicious.
 */
import sharp, { type Metadata, type OutputInfo, type Sharp } from "sharp"
import { isTooNarrow, PICTURE_GROUND } from "../../../src/shared/picture-shape.ts"

/** "share" is a link preview. Its numbers are the `object-position` of the crop, in percent. */
export type PictureKind = "cover" | "avatar" | `share ${number} ${number}`
type PictureRefusal = "unsupported_image" | "picture_shape" | "picture_too_complex"
/** `width` and `height` are those of the first file in pixels. A cover's files have the order of COVER_SUFFIXES. */
export type ResizeResult =
  | { files: Buffer[]; width: number; height: number }
  | { refusal: PictureRefusal }

type Rendition = { data: Buffer; info: OutputInfo }

/** Maximum number of pixels of a picture that is not AVIF. */
const MAX_PIXELS = 40_000_000
/**
 * Maximum number of pixels of an AVIF picture, because decoding AVIF takes 18 to 26 bytes per pixel.
 * The site's script shrinks pictures to this size before the upload.
 */
const MAX_AVIF_PIXELS = 2560 * 2560
/** Memory limit for pictures that are decoded as a whole. A progressive JPEG of 25 megapixels reaches it. */
const MAX_DECODED_BYTES = 150_000_000

/** Accepted formats. SVG is not accepted, because it can contain scripts. */
const FORMATS = ["jpeg", "png", "webp", "heif"]

// A single thread without a cache limits the memory. Only the loaders of FORMATS may run.
sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: ["Jpeg", "Png", "Webp", "Heif"].map((format) => `VipsForeignLoad${format}`),
})

/** Returns the memory in bytes that decoding takes as measured, or 0 for a picture that is decoded line by line. */
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

/** Size of link previews in pixels, which Open Graph recommends. */
const SHARE_SIZE = { width: 1200, height: 630 }

/** Without a background color, transparent areas would be black. */
const encodeShareJpeg = (picture: Sharp): Sharp =>
  picture.flatten({ background: PICTURE_GROUND }).jpeg({ quality: 78 })

/**
 * Creates three sizes of the cover and its link preview.
 * Decodes the picture only once, which takes most of the time.
 */
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

/** Returns the same crop that a browser would show for this `object-position`. */
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

/** Side length in pixels. It is double the largest displayed size, for screens with two device pixels per CSS pixel. */
const AVATAR_SIDE = 384

const resizeAvatar = async (picture: Sharp): Promise<Rendition[]> => [
  await picture
    .resize({ width: AVATAR_SIDE, height: AVATAR_SIDE, fit: "cover", position: "attention" })
    .webp({ quality: 80 })
    .toBuffer({ resolveWithObject: true }),
]

/** Returns the files, or a refusal if the picture is not accepted or cannot be decoded. */
export async function resizePicture(kind: PictureKind, bytes: Uint8Array): Promise<ResizeResult> {
  try {
    // sharp's own limit of pixels is off, because getPictureRefusal() has a limit for each format.
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
    // Reading the header or decoding the pixels failed.
    return { refusal: "unsupported_image" }
  }
}
