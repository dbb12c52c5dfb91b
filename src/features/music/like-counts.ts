interface Period {
  /** Start and end of the likes in a built number, in milliseconds. */
  from: number
  until: number
}

/**
 * Returns a built number of likes with the changes of the member. `builtTime` is the time of the member's like when the
 * page was loaded, and `time` its current time (milliseconds; NaN without a like). A like after the
 * period is added, so that a press on an empty heart always changes the number.
 */
export const countLikes = (
  built: number,
  { from, until }: Period,
  builtTime: number,
  time: number,
) => built + Number(time >= from) - Number(builtTime >= from && builtTime <= until)
