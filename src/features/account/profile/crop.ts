/** The square of a picture that becomes the avatar. */
import type { Size } from "../../../ui/pictures/shrink-picture.ts"

/** What is looked at: its middle in pixels of the picture, and how much larger than it must be the picture is. */
export interface Framing {
  x: number
  y: number
  zoom: number
}

export interface Square {
  left: number
  top: number
  side: number
}

export const ZOOM_MAX = 4

/** The whole of the shorter side, from the middle. */
export const wholeOf = ({ width, height }: Size): Framing => ({
  x: width / 2,
  y: height / 2,
  zoom: 1,
})

export const squareOf = (size: Size, { x, y, zoom }: Framing): Square => {
  const side = Math.min(size.width, size.height) / zoom
  return { left: x - side / 2, top: y - side / 2, side }
}

const between = (least: number, value: number, most: number) =>
  Math.min(Math.max(value, least), most)

/** The nearest framing whose square lies within the picture. */
export function within(size: Size, framing: Framing): Framing {
  const zoom = between(1, framing.zoom, ZOOM_MAX)
  const half = Math.min(size.width, size.height) / zoom / 2
  return {
    x: between(half, framing.x, size.width - half),
    y: between(half, framing.y, size.height - half),
    zoom,
  }
}

/** The part of a picture as a picture of its own, at most so many pixels wide. */
export async function cropPicture(
  bitmap: ImageBitmap,
  { left, top, side }: Square,
  maxPixels: number,
): Promise<File> {
  const pixels = Math.round(Math.min(side, maxPixels))
  const canvas = new OffscreenCanvas(pixels, pixels)
  canvas.getContext("2d")?.drawImage(bitmap, left, top, side, side, 0, 0, pixels, pixels)
  const picture = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 })
  return new File([picture], "avatar", { type: picture.type })
}
