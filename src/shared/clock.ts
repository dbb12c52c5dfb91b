import type {} from "./reads.ts"

/**
 * Returns the current time in milliseconds. A build notes that the page depends on the time and renders it again,
 * so whatever a page shows of the time is computed with this function. Browsers have no such note.
 */
export function currentTime(): number {
  globalThis.contentReads?.onTime?.()
  return Date.now()
}
