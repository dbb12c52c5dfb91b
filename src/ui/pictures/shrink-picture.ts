import { isTooNarrow, PICTURE_GROUND } from "../../shared/picture-shape.ts"

/** Maximum size of a chosen file. Larger files are refused before they are decoded. */
export const MAX_CHOSEN_BYTES = 10_000_000
/** Maximum size of a sent picture. Netlify Functions accept at most 4.5 MB. */
const MAX_SENT_BYTES = 4_000_000
/** Maximum width and height of a sent picture, in pixels. */
const MAX_SENT_SIDE = 2560

/** Types that the server accepts. Pictures of other types are converted. */
const SENT_TYPES = ["image/jpeg", "image/png", "image/webp", "image/avif"]
/** Qualities are tried in this order until the picture is small enough. */
const QUALITIES = [0.86, 0.75, 0.6, 0.45]

export type ShrunkPicture =
  | { ok: true; picture: Blob; width: number }
  | { ok: false; reason: PictureFlaw }

/** `unreadable`: the browser cannot decode the picture. `failed`: the browser cannot shrink the picture. */
export type PictureFlaw = "invalid" | "heic" | "unreadable" | "too-large" | "too-narrow" | "failed"

export interface Size {
  width: number
  height: number
}

export function fitSize({ width, height }: Size, max: number): Size {
  const scale = Math.min(1, max / Math.max(width, height))
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

export const canBeSentUnchanged = (
  type: string,
  bytes: number,
  { width, height }: Size,
  maxSide = MAX_SENT_SIDE,
): boolean =>
  SENT_TYPES.includes(type) && bytes <= MAX_SENT_BYTES && Math.max(width, height) <= maxSide

/** Encodes the canvas as WebP, or as JPEG in browsers that cannot encode WebP (Safari). */
async function encode(canvas: OffscreenCanvas, quality: number): Promise<Blob> {
  const webp = await canvas.convertToBlob({ type: "image/webp", quality })
  if (webp.type === "image/webp") return webp
  const context = canvas.getContext("2d")
  // JPEG has no transparency, so transparent pixels get a background.
  if (context) {
    context.globalCompositeOperation = "destination-over"
    context.fillStyle = PICTURE_GROUND
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  return canvas.convertToBlob({ type: "image/jpeg", quality })
}

/** Resizes and encodes a picture. Returns null if the result is too large even with the lowest quality. */
async function resize(bitmap: ImageBitmap, maxSide: number): Promise<Blob | null> {
  const { width, height } = fitSize(bitmap, maxSide)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext("2d")?.drawImage(bitmap, 0, 0, width, height)
  for (const quality of QUALITIES) {
    const picture = await encode(canvas, quality)
    if (picture.size <= MAX_SENT_BYTES) return picture
  }
  return null
}

/** Matches the HEIC brands in the first box of an ISO media file (ISO/IEC 23008-12). */
const HEIC = /^.{4}ftyp(?:.{4})*?(?:hei[cxms]|hev[cxms])/s
const HEAD_BYTES = 64

/** Detects HEIC by the content, because a file's name and type are not reliable. */
const isHeic = async (file: Blob): Promise<boolean> =>
  HEIC.test(new TextDecoder("latin1").decode(await file.slice(0, HEAD_BYTES).arrayBuffer()))

/** Converts a picture to a size and type that the server accepts. Returns it with its original width, or a reason. */
export async function shrinkPicture(file: File, maxSide = MAX_SENT_SIDE): Promise<ShrunkPicture> {
  const isHeicFile = await isHeic(file).catch(() => false)
  const isPicture = file.type.startsWith("image/") && file.type !== "image/svg+xml"
  if (!isPicture && !isHeicFile) return { ok: false, reason: "invalid" }
  if (file.size > MAX_CHOSEN_BYTES) return { ok: false, reason: "too-large" }
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return { ok: false, reason: isHeicFile ? "heic" : "unreadable" }
  const { width, height } = bitmap
  try {
    // Shrinking a narrow picture could make its shorter side zero.
    if (isTooNarrow(bitmap)) return { ok: false, reason: "too-narrow" }
    const isUnchanged = canBeSentUnchanged(file.type, file.size, { width, height }, maxSide)
    const picture = isUnchanged ? file : await resize(bitmap, maxSide)
    return picture ? { ok: true, picture, width } : { ok: false, reason: "too-large" }
  } catch {
    return { ok: false, reason: "failed" }
  } finally {
    bitmap.close()
  }
}
