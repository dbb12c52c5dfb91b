import type {} from "./dependency-tracking.ts"

/** Pages call this instead of `Date.now()`, so that builds track the dependency on the time. */
export function currentTime(): number {
  globalThis.contentTracker?.onClockRead?.()
  return Date.now()
}
