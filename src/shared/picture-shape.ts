/** Pictures with a higher ratio of their sides are refused. Panoramas of phones have lower ratios. */
const MAX_SIDE_RATIO = 8

export const isTooNarrow = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > MAX_SIDE_RATIO * Math.min(width, height)

/** Background of transparent pictures, equal to `--ink` of the light theme (tokens.css). */
export const PICTURE_GROUND = "#f9f6f2"
