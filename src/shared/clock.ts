import type {} from "./dependency-tracking.ts"

/** Returns the current time. Pages call this function instead of `Date.now()`, so that builds record the read. */
export function currentTime(): number {
  globalThis.contentTracker?.onClockRead?.()
  return Date.now()
}
