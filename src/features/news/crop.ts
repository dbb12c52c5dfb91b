/** Computes how a cover is cropped, so that the editor's focus point is as close to the center as possible. */

export interface Point {
  /** Percent from the left. */
  x: number
  /** Percent from the top. */
  y: number
}

/** Aspect ratios in which covers are shown. */
export const CROPS = {
  article: 1280 / 630,
  lead: 1280 / 560,
  card: 16 / 10,
  list: 4 / 3,
  share: 1200 / 630,
} as const

export type Crop = keyof typeof CROPS

const MIDDLE = 50

/** Returns `object-position` in percent for one axis, given the lengths of picture and box in the same unit. */
function axisPosition(percent: number, picture: number, box: number): number {
  const hidden = picture - box
  // Allows for rounding errors.
  if (hidden < 0.001) return MIDDLE
  const start = (percent / 100) * picture - box / 2
  return Math.max(0, Math.min(100, (start / hidden) * 100))
}

/** Returns the `object-position` of a picture in a crop, in percent. The picture's name contains its size. */
export function cropPosition(url: string, crop: Crop, { x, y }: Point): Point {
  const [, width, height] = /-(\d+)x(\d+)\.webp$/.exec(url) ?? []
  // Without a size, this position at least keeps the point visible.
  if (!width || !height) return { x, y }
  const ratio = CROPS[crop]
  const scale = Math.max(ratio / Number(width), 1 / Number(height))
  return {
    x: axisPosition(x, Number(width) * scale, ratio),
    y: axisPosition(y, Number(height) * scale, 1),
  }
}
