/** Rules for pictures that the browser and the server share. */

/** Maximum ratio of the longer side to the shorter; panoramas of phones stay below it. */
const RATIO_MAX = 8

export const isTooNarrow = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > RATIO_MAX * Math.min(width, height)

/** Color behind a transparent picture that becomes a JPEG: the ground of the light theme (`--ink` in tokens.css). */
export const PICTURE_GROUND = "#f9f6f2"
