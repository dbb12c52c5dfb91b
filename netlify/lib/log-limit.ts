/** Keeps the log readable: floods out, and one line per event. */

const LINE_MAX = 500

/** A text as one line of the log: nothing in it can pretend to be another line. */
export const logLine = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").slice(0, LINE_MAX)

const WINDOW_MS = 60_000
const ADDRESSES_MAX = 10_000

/** Counted per instance, since it protects the log, not an account: whether this address may still write a line in this minute, `perMinute` at most. */
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
