/** Rules for pictures that the browser and the server share. */

/** Maximum ratio of the longer side to the shorter; panoramas of phones stay below it. */
const RATIO_MAX = 8

export const isTooNarrow = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > RATIO_MAX * Math.min(width, height)

/** Background of transparent pictures that become JPEG: the page color of the light theme (`--ink` in tokens.css). */
export const PICTURE_GROUND = "#f9f6f2"
