/** Panoramas of phones have a lower ratio of their sides. */
const RATIO_MAX = 8

export const isTooNarrow = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > RATIO_MAX * Math.min(width, height)

/** The value equals `--ink` of tokens.css. */
export const PICTURE_GROUND = "#f9f6f2"
