import { getProblemCode } from "../http/problem.ts"

const MAX_LINE_LENGTH = 500

/** Returns a single line, so that members' texts cannot imitate another line of the log. */
export const toLogLine = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").slice(0, MAX_LINE_LENGTH)

/** Replaces the secret token of a calendar feed in the path. */
export const toLogPath = (path: string) =>
  toLogLine(path.replace(/(?<=\/calendar-feed\/)[^/]+/, "…"))

const WINDOW_MS = 60_000
/** Limits the memory for the counts. */
const MAX_ADDRESSES = 10_000

/** Returns a function that counts a line of an IP address, and returns whether to write it. Counts per process. */
export function createLogLimiter(perMinute: number): (address: string) => boolean {
  let windowEnds = 0
  const lines = new Map<string, number>()
  return (address) => {
    if (Date.now() > windowEnds || lines.size > MAX_ADDRESSES) {
      lines.clear()
      windowEnds = Date.now() + WINDOW_MS
    }
    const count = (lines.get(address) ?? 0) + 1
    lines.set(address, count)
    return count <= perMinute
  }
}

/** Further causes are counted together. */
const MAX_CAUSES = 1_000
const FAILURES_PER_MINUTE = 10
/** Number of lines by cause in the current minute. */
const causes = new Map<string, number>()

function logSkippedLines(cause: string, perMinute: number): void {
  const skipped = (causes.get(cause) ?? 0) - perMinute
  causes.delete(cause)
  if (skipped > 0) console.warn(`… ${skipped} more like this in a minute: ${cause}`)
}

/** Writes at most `perMinute` lines with the same cause. At the end of the minute, a line counts the skipped lines. */
export function logLimited(cause: string, perMinute: number, write: () => void): void {
  const countedCause = causes.has(cause) || causes.size < MAX_CAUSES ? cause : "(various causes)"
  const count = (causes.get(countedCause) ?? 0) + 1
  causes.set(countedCause, count)
  if (count === 1) setTimeout(logSkippedLines, WINDOW_MS, countedCause, perMinute).unref()
  if (count <= perMinute) write()
}

/** Logs a stack only for a fault in our code, not for a failure of a service. */
export function logFailure(message: string, error: unknown): void {
  const reason = toLogLine(String(error))
  const isOurs = error instanceof Error && getProblemCode(error) === "internal"
  logLimited(reason, FAILURES_PER_MINUTE, () =>
    console.error(`${message}:`, isOurs ? error : reason),
  )
}
