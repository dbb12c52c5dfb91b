/** Keeps the log readable: floods out, and one line per event. */
import { problemCodeOf } from "../http/problem.ts"

const LINE_MAX = 500

/** A text as one line of the log: nothing in it can pretend to be another line. */
export const logLine = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").slice(0, LINE_MAX)

/** Returns a request's path as text for the log, without the secret of a calendar feed. */
export const logPath = (path: string) => logLine(path.replace(/(?<=\/calendar-feed\/)[^/]+/, "…"))

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

const CAUSES_MAX = 1_000
const FAILURES_PER_MINUTE = 10
const causes = new Map<string, number>()

function endMinute(cause: string, perMinute: number): void {
  const more = (causes.get(cause) ?? 0) - perMinute
  causes.delete(cause)
  if (more > 0) console.warn(`… ${more} more like this in a minute: ${cause}`)
}

/** Writes of one cause, `perMinute` at most; the minute ends with a line that says how many more there were. */
export function logLimited(cause: string, perMinute: number, write: () => void): void {
  const counted = causes.has(cause) || causes.size < CAUSES_MAX ? cause : "of many causes"
  const count = (causes.get(counted) ?? 0) + 1
  causes.set(counted, count)
  if (count === 1) setTimeout(endMinute, WINDOW_MS, counted, perMinute).unref()
  if (count <= perMinute) write()
}

/** Logs what failed: in a line where nothing in our code is to blame, otherwise with all that is known. */
export function logFailure(what: string, error: unknown): void {
  const reason = logLine(String(error))
  const isOurs = error instanceof Error && problemCodeOf(error) === "internal"
  logLimited(reason, FAILURES_PER_MINUTE, () => console.error(`${what}:`, isOurs ? error : reason))
}
