import type {} from "./dependency-tracking.ts"

/** Returns milliseconds. Pages use this instead of `Date.now()`, so that builds track the dependency. */
export function currentTime(): number {
  globalThis.contentTracker?.onClockRead?.()
  return Date.now()
}
