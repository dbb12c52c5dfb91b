/** Keeps a flood from filling the log. Counted per instance: it protects the log, not an account. */

const WINDOW_MS = 60_000
const ADDRESSES_MAX = 10_000

/** Whether this address may still write a line in this minute, `perMinute` at most. */
export function logLimiter(perMinute: number): (address: string) => boolean {
  let windowEnds = 0
  const lines = new Map<string, number>()
  return (address) => {
    if (Date.now() > windowEnds || lines.size > ADDRESSES_MAX) {
      lines.clear()
      windowEnds = Date.now() + WINDOW_MS
    }
    const count = (lines.get(address) ?? 0) + 1
    lines.set(address, count)
    return count <= perMinute
  }
}
