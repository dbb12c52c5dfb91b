interface Period {
  /** Start and end of the period whose likes a built number contains, in milliseconds. */
  from: number
  until: number
}

/**
 * Returns a built number of likes with the changes of the member. The member's like had the time `builtTime` when the
 * page was loaded and has `time` now (in milliseconds, or NaN if there is no like). A like after the period is also
 * counted, so that each press on a heart changes the number.
 */
export const countLikes = (
  built: number,
  { from, until }: Period,
  builtTime: number,
  time: number,
) => built + Number(time >= from) - Number(builtTime >= from && builtTime <= until)
