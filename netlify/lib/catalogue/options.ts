/** What every provider is asked with. */
import type { Artist } from "./artists.ts"

export interface Options {
  artists: Artist[]
  /** How far apart calls begin, in milliseconds; each provider has its own usual pace. */
  spacingMs?: number
  /** How long one answer may take, in milliseconds. */
  timeoutMs: number
  /** Ends everything. */
  signal: AbortSignal
}

/** Today in UTC, `YYYY-MM-DD`. */
export const today = () => new Date().toISOString().slice(0, 10)
