import { setTimeout as sleep } from "node:timers/promises"
import pLimit from "p-limit"
import { parseJson } from "../../../src/shared/json.ts"

/** If a service requests a longer pause, the request fails, and the next refresh tries again. */
const MAX_WAIT_SECONDS = 6
const MAX_TRIES = 3
const WAIT_AFTER_ERROR_SECONDS = 0.5
/** Maximum number of characters in a response. */
const MAX_BODY_LENGTH = 2_000_000

/** A music service did not respond, responded with an error, or sent no valid JSON. */
export class ServiceError extends Error {
  override name = "ServiceError"
  status: number | null
  /** Time until a retry may succeed; null if a retry is useless. */
  waitSeconds: number | null

  constructor(message: string, status: number | null, waitSeconds: number | null) {
    super(message)
    this.status = status
    this.waitSeconds = waitSeconds
  }
}

export interface FetchPolicy {
  /** Resolves when the next request may start. See createPacer(). */
  waitForTurn(): Promise<void>
  timeoutMs: number
  signal: AbortSignal
  /** The pause before a retry. Tests replace it to save time. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const sleepUnlessAborted = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal })

/** Returns a function that each caller awaits before a request. It lets one caller through per `spacingMs`. */
export function createPacer(spacingMs: number): () => Promise<void> {
  let nextStart = 0
  return async () => {
    const now = performance.now()
    const start = Math.max(now, nextStart)
    nextStart = start + spacingMs
    if (start > now) await sleep(start - now)
  }
}

/** Returns the seconds to wait; 1 for a missing or invalid header. The header contains seconds or a date. */
function parseRetryAfter(header: string | null): number {
  const seconds = Number(header ?? 1)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const retryAt = Date.parse(header ?? "")
  return Number.isNaN(retryAt) ? 1 : Math.max(0, (retryAt - Date.now()) / 1000)
}

async function fetchOnce(url: URL, init: RequestInit, { timeoutMs, signal }: FetchPolicy) {
  const endpoint = `${url.host}${url.pathname}`
  const signalOrTimeout = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, signal: signalOrTimeout })
    text = await response.text()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError(`${endpoint} did not respond: ${reason}`, null, WAIT_AFTER_ERROR_SECONDS)
  }
  const { status, headers } = response
  if (status === 429) {
    throw new ServiceError(
      `${endpoint} responded with 429`,
      status,
      parseRetryAfter(headers.get("retry-after")),
    )
  }
  if (!response.ok) {
    throw new ServiceError(
      `${endpoint} responded with ${status}`,
      status,
      status >= 500 ? WAIT_AFTER_ERROR_SECONDS : null,
    )
  }
  const json = text.length > MAX_BODY_LENGTH ? undefined : parseJson(text)
  if (json === undefined) throw new ServiceError(`${endpoint} responded without JSON`, status, null)
  return json
}

/**
 * Fetches JSON with up to three attempts. Throws {@link ServiceError} after the last attempt, or earlier if a retry is
 * useless or the service requests a pause that is too long. `check` throws it for JSON that describes an error.
 */
export async function fetchJson(
  url: URL,
  init: RequestInit,
  policy: FetchPolicy,
  check: (json: unknown) => void = () => {},
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    await policy.waitForTurn()
    try {
      const json = await fetchOnce(url, init, policy)
      check(json)
      return json
    } catch (error) {
      if (!(error instanceof ServiceError) || policy.signal.aborted) throw error
      const { waitSeconds } = error
      if (waitSeconds === null || waitSeconds > MAX_WAIT_SECONDS || tries >= MAX_TRIES) throw error
      await (policy.pause ?? sleepUnlessAborted)(waitSeconds * 1000, policy.signal)
    }
  }
}

const MAX_CONCURRENCY = 3

/** Returns the results in the order of the items. After a failure, no further item is started. */
export async function mapConcurrently<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const queue = pLimit(MAX_CONCURRENCY)
  try {
    return await queue.map(items, work)
  } finally {
    queue.clearQueue()
  }
}
