import { getProblemCode } from "../http/problem.ts"

const LINE_MAX = 500

/** Member content must not imitate another log line. */
export const toLogLine = (text: string) =>
  text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, " ").slice(0, LINE_MAX)

/** Removes the secret of a calendar feed. */
export const toLogPath = (path: string) =>
  toLogLine(path.replace(/(?<=\/calendar-feed\/)[^/]+/, "…"))

const WINDOW_MS = 60_000
const ADDRESSES_MAX = 10_000

/** Counts lines per instance, because the limit protects only the log. */
export function createLogLimiter(perMinute: number): (address: string) => boolean {
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

function logSkippedLines(cause: string, perMinute: number): void {
  const skipped = (causes.get(cause) ?? 0) - perMinute
  causes.delete(cause)
  if (skipped > 0) console.warn(`… ${skipped} more like this in a minute: ${cause}`)
}

/** At the end of the minute, a line counts the skipped lines. */
export function logLimited(cause: string, perMinute: number, write: () => void): void {
  const countedCause = causes.has(cause) || causes.size < CAUSES_MAX ? cause : "(various causes)"
  const count = (causes.get(countedCause) ?? 0) + 1
  causes.set(countedCause, count)
  if (count === 1) setTimeout(logSkippedLines, WINDOW_MS, countedCause, perMinute).unref()
  if (count <= perMinute) write()
}

/** Only failures in our code are logged with a stack. */
export function logFailure(message: string, error: unknown): void {
  const reason = toLogLine(String(error))
  const isOurs = error instanceof Error && getProblemCode(error) === "internal"
  logLimited(reason, FAILURES_PER_MINUTE, () =>
    console.error(`${message}:`, isOurs ? error : reason),
  )
}
