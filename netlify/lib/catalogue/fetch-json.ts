import { setTimeout as sleep } from "node:timers/promises"
import pLimit from "p-limit"
import { parseJson } from "../../../src/shared/json.ts"

/** Seconds. After a longer pause, the next refresh tries again. */
const MAX_WAIT = 6
const MAX_TRIES = 3
/** Seconds. */
const WAIT_AFTER_ERROR = 0.5
const MAX_BODY_LENGTH = 2_000_000

export class ServiceError extends Error {
  override name = "ServiceError"
  status: number | null
  /** Seconds until a retry may succeed; null if a retry is useless. */
  wait: number | null

  constructor(message: string, status: number | null, wait: number | null) {
    super(message)
    this.status = status
    this.wait = wait
  }
}

export interface FetchPolicy {
  waitForTurn(): Promise<void>
  timeoutMs: number
  signal: AbortSignal
  /** Tests replace the pause to save time. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const sleepUnlessAborted = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal })

export function createPacer(spacingMs: number): () => Promise<void> {
  let next = 0
  return async () => {
    const now = performance.now()
    const start = Math.max(now, next)
    next = start + spacingMs
    if (start > now) await sleep(start - now)
  }
}

function parseRetryAfter(header: string | null): number {
  const seconds = Number(header ?? 1)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const moment = Date.parse(header ?? "")
  return Number.isNaN(moment) ? 1 : Math.max(0, (moment - Date.now()) / 1000)
}

async function fetchOnce(url: URL, init: RequestInit, { timeoutMs, signal }: FetchPolicy) {
  const endpoint = `${url.host}${url.pathname}`
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let response: Response
  let text: string
  try {
    response = await fetch(url, { ...init, signal: limit })
    text = await response.text()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError(`${endpoint} did not respond: ${reason}`, null, WAIT_AFTER_ERROR)
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
      status >= 500 ? WAIT_AFTER_ERROR : null,
    )
  }
  const json = text.length > MAX_BODY_LENGTH ? undefined : parseJson(text)
  if (json === undefined) throw new ServiceError(`${endpoint} responded without JSON`, status, null)
  return json
}

/** Throws {@link ServiceError} after three tries, or if the requested pause is too long. */
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
      const { wait } = error
      if (wait === null || wait > MAX_WAIT || tries >= MAX_TRIES) throw error
      await (policy.pause ?? sleepUnlessAborted)(wait * 1000, policy.signal)
    }
  }
}

const MAX_CONCURRENCY = 3

/** Keeps the order of items. The first failure cancels the remaining work. */
export async function mapConcurrently<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit(MAX_CONCURRENCY)
  try {
    return await limit.map(items, work)
  } finally {
    limit.clearQueue()
  }
}
