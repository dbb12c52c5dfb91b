import type { Size } from "../../../ui/pictures/shrink-picture.ts"

/**
 * Position and size of the square that is cut out of a picture.
 * `x` and `y` are the square's center in pixels of the picture. At zoom 1, the square is as large as possible.
 */
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

export const createCenterFraming = ({ width, height }: Size): Framing => ({
  x: width / 2,
  y: height / 2,
  zoom: 1,
})

export const getSquare = (size: Size, { x, y, zoom }: Framing): Square => {
  const side = Math.min(size.width, size.height) / zoom
  return { left: x - side / 2, top: y - side / 2, side }
}

const clamp = (min: number, value: number, max: number) => Math.min(Math.max(value, min), max)

/** Keeps the square inside the picture, and the zoom between 1 and its maximum. */
export function clampFraming(size: Size, framing: Framing): Framing {
  const zoom = clamp(1, framing.zoom, ZOOM_MAX)
  const half = Math.min(size.width, size.height) / zoom / 2
  return {
    x: clamp(half, framing.x, size.width - half),
    y: clamp(half, framing.y, size.height - half),
    zoom,
  }
}

/** Returns the square as a WebP file. `maxSide` is its maximum width and height in pixels. */
export async function cropPicture(
  bitmap: ImageBitmap,
  { left, top, side }: Square,
  maxSide: number,
): Promise<File> {
  const pixels = Math.round(Math.min(side, maxSide))
  const canvas = new OffscreenCanvas(pixels, pixels)
  canvas.getContext("2d")?.drawImage(bitmap, left, top, side, side, 0, 0, pixels, pixels)
  const picture = await canvas.convertToBlob({ type: "image/webp", quality: 0.9 })
  return new File([picture], "avatar", { type: picture.type })
}
