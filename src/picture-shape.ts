/** How long and narrow a picture may be; read by the browser before it sends one, and by the server. */

/** The most that the longer side may be of the shorter: panoramas of phones stay below. */
const RATIO_MAX = 8

export const isTooNarrow = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > RATIO_MAX * Math.min(width, height)
