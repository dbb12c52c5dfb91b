import { getProblemCode } from "../http/problem.ts"

const MAX_LINE_LENGTH = 500

/** Returns a single line, so that members' texts cannot imitate another line of the log. */
export const toLogLine = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").slice(0, MAX_LINE_LENGTH)

/** Returns the path for the log. Replaces the secret token of a calendar feed with "…". */
export const toLogPath = (path: string) =>
  toLogLine(path.replace(/(?<=\/calendar-feed\/)[^/]+/, "…"))

const WINDOW_MS = 60_000
/** Above this number of addresses, all counts start again at 0, which limits their memory. */
const MAX_ADDRESSES = 10_000

/**
 * Returns a function that is called for each line of the log about an IP address and returns whether to write the line.
 * Each process counts only its own lines.
 */
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

/** Maximum number of causes in a minute that are counted separately. */
const MAX_CAUSES = 1_000
const FAILURES_PER_MINUTE = 10
/** Number of lines by cause in the current minute. */
const causes = new Map<string, number>()

function logSkippedLines(cause: string, perMinute: number): void {
  const skipped = (causes.get(cause) ?? 0) - perMinute
  causes.delete(cause)
  if (skipped > 0) console.warn(`… ${skipped} more like this in a minute: ${cause}`)
}

/**
 * Calls `write` at most `perMinute` times a minute for the same cause.
 * At the end of the minute, logs the number of skipped calls.
 */
export function logLimited(cause: string, perMinute: number, write: () => void): void {
  const countedCause = causes.has(cause) || causes.size < MAX_CAUSES ? cause : "(various causes)"
  const count = (causes.get(countedCause) ?? 0) + 1
  causes.set(countedCause, count)
  if (count === 1) setTimeout(logSkippedLines, WINDOW_MS, countedCause, perMinute).unref()
  if (count <= perMinute) write()
}

/**
 * Logs the message with the error.
 * Logs a stack only for a fault in the site's code, not for a failure of a service.
 */
export function logFailure(message: string, error: unknown): void {
  const reason = toLogLine(String(error))
  const isFaultInCode = error instanceof Error && getProblemCode(error) === "internal"
  logLimited(reason, FAILURES_PER_MINUTE, () =>
    console.error(`${message}:`, isFaultInCode ? error : reason),
  )
}
