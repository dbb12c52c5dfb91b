/** Fetches from a music service: in its pace, not for ever, and once more where that may help. */
import { setTimeout as sleep } from "node:timers/promises"
import pLimit from "p-limit"
import { parseJson } from "../../../src/shared/json.ts"

/** A longer pause than this is left to the next refresh; in seconds. */
const WAIT_MAX = 6
const TRIES_MAX = 3
/** After an error of the service's, in seconds. */
const WAIT_AFTER_ERROR = 0.5
const BODY_MAX = 2_000_000

/** A music service that did not give what was asked for. */
export class ServiceError extends Error {
  override name = "ServiceError"
  /** The status of its answer, null when there was none. */
  status: number | null
  /** Seconds after which it may be asked again; null where that will not help. */
  wait: number | null

  constructor(message: string, status: number | null, wait: number | null) {
    super(message)
    this.status = status
    this.wait = wait
  }
}

export interface Patience {
  /** Waits until the service may be asked the next thing. */
  turn(): Promise<void>
  /** How long one answer may take, in milliseconds. */
  timeoutMs: number
  /** Ends everything. */
  signal: AbortSignal
  /** Waits before a retry. Tests replace it to skip the time. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

const sleepUnlessAborted = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal })

/** Turns that are at least so many milliseconds apart. */
export function pace(spacingMs: number): () => Promise<void> {
  let next = 0
  return async () => {
    const now = performance.now()
    const mine = Math.max(now, next)
    next = mine + spacingMs
    if (mine > now) await sleep(mine - now)
  }
}

/** Seconds of a Retry-After header, which may also be a date. */
function retryAfter(header: string | null): number {
  const seconds = Number(header ?? 1)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const moment = Date.parse(header ?? "")
  return Number.isNaN(moment) ? 1 : Math.max(0, (moment - Date.now()) / 1000)
}

async function once(url: URL, init: RequestInit, { timeoutMs, signal }: Patience) {
  const place = `${url.host}${url.pathname}`
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  let answer: Response
  let text: string
  try {
    answer = await fetch(url, { ...init, signal: limit })
    text = await answer.text()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ServiceError(`${place} did not answer: ${reason}`, null, WAIT_AFTER_ERROR)
  }
  const { status, headers } = answer
  if (status === 429) {
    throw new ServiceError(`${place} answered 429`, status, retryAfter(headers.get("retry-after")))
  }
  if (!answer.ok) {
    throw new ServiceError(
      `${place} answered ${status}`,
      status,
      status >= 500 ? WAIT_AFTER_ERROR : null,
    )
  }
  const json = text.length > BODY_MAX ? undefined : parseJson(text)
  if (json === undefined) throw new ServiceError(`${place} answered no JSON`, status, null)
  return json
}

/**
 * The JSON that a service answers with. `judge` may throw {@link ServiceError} for one that only looks
 * like an answer. Throws it where three tries were not enough, or the pause it asks for is long.
 */
export async function fetchJson(
  url: URL,
  init: RequestInit,
  patience: Patience,
  judge: (json: unknown) => void = () => {},
): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    await patience.turn()
    try {
      const json = await once(url, init, patience)
      judge(json)
      return json
    } catch (error) {
      if (!(error instanceof ServiceError) || patience.signal.aborted) throw error
      const { wait } = error
      if (wait === null || wait > WAIT_MAX || tries >= TRIES_MAX) throw error
      await (patience.pause ?? sleepUnlessAborted)(wait * 1000, patience.signal)
    }
  }
}

/** As many answers are waited for at a time. */
const LANES = 3

/** What `work` makes of each item, in order; the first failure ends it. */
export async function mapConcurrently<Item, Result>(
  items: Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const limit = pLimit(LANES)
  try {
    return await limit.map(items, work)
  } finally {
    limit.clearQueue()
  }
}
