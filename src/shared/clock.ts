import type {} from "./dependency-tracking.ts"

/**
 * Returns the current time in milliseconds. Code that renders pages must call this instead of `Date.now()`, so that the
 * build records that the page depends on the time and renders it again in later builds.
 */
export function currentTime(): number {
  globalThis.contentTracker?.onClockRead?.()
  return Date.now()
}
