/** A point of a picture in percent, from the left and from the top. */
export interface Point {
  x: number
  y: number
}

/** Aspect ratio (width divided by height) of each place on the site that shows a cover. */
export const CROPS = {
  article: 1280 / 630,
  lead: 1280 / 560,
  card: 16 / 10,
  list: 4 / 3,
  share: 1200 / 630,
} as const

export type Crop = keyof typeof CROPS

const MIDDLE = 50

/** Returns the `object-position` of one axis in percent. `picture` and `box` are lengths in the same unit. */
function getAxisPosition(percent: number, picture: number, box: number): number {
  const hiddenLength = picture - box
  // The whole picture is visible, apart from rounding errors.
  if (hiddenLength < 0.001) return MIDDLE
  /** Start of the visible part if the focus point is in the middle of this part. */
  const start = (percent / 100) * picture - box / 2
  return Math.max(0, Math.min(100, (start / hiddenLength) * 100))
}

/**
 * Returns the `object-position`, in percent, that brings the focus point nearest to the middle of the crop.
 * The picture's size is read from the URL.
 */
export function getCropPosition(url: string, crop: Crop, { x, y }: Point): Point {
  const [, width, height] = /-(\d+)x(\d+)\.webp$/.exec(url) ?? []
  // The URL has no size. This position keeps at least the focus point visible.
  if (!width || !height) return { x, y }
  const ratio = CROPS[crop]
  const scale = Math.max(ratio / Number(width), 1 / Number(height))
  return {
    x: getAxisPosition(x, Number(width) * scale, ratio),
    y: getAxisPosition(y, Number(height) * scale, 1),
  }
}
