import type {} from "./dependency-tracking.ts"

/**
 * Returns the current time in milliseconds. Code that renders pages must use it instead of `Date.now()`: a build
 * records the call and renders the page again in later builds. In browsers this is just `Date.now()`.
 */
export function currentTime(): number {
  globalThis.contentTracker?.onClockRead?.()
  return Date.now()
}
