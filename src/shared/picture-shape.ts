/** Maximum ratio of the sides. Panoramas of phones have less. */
const RATIO_MAX = 8

export const isTooNarrow = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > RATIO_MAX * Math.min(width, height)

/** Background of transparent pictures that become JPEG files. Equals `--ink` of tokens.css. */
export const PICTURE_GROUND = "#f9f6f2"
