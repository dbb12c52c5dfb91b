/** Maximum ratio of the longer side to the shorter side. Panoramas of phones are below this ratio. */
const RATIO_MAX = 8

export const isTooNarrow = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > RATIO_MAX * Math.min(width, height)

/** Background color for transparent pictures that become JPEG files. Equals `--ink` of the light theme in tokens.css. */
export const PICTURE_GROUND = "#f9f6f2"
