import type {} from "./reads.ts"

/**
 * Returns the current time in milliseconds. Code that renders pages must use it instead of `Date.now()`: a build
 * records the call and renders the page again in later builds. In browsers this is just `Date.now()`.
 */
export function currentTime(): number {
  globalThis.contentReads?.onTime?.()
  return Date.now()
}
