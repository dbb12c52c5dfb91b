/** When to build: on request, and whenever the content is ahead of what is served. */
import { reasonOf } from "../start-failure.ts"

const LOOK_EVERY_MS = 5_000
/** At most, from one build's start to the next one's: what is published again and again keeps nobody's builder busy. */
const APART_MS = 10_000
/** A build that takes a second does not keep the next one waiting for ten. */
const APART_FACTOR = 3
const LONGEST_RETRY_MS = 5 * 60_000

/** How long to wait after so many failures in a row: 5, 15, 45 … seconds, at most 5 minutes. */
export const retryMs = (failures: number) => Math.min(5_000 * 3 ** (failures - 1), LONGEST_RETRY_MS)

interface Options {
  /** Builds and swaps; rejects when it fails, and tells its editors that it is tried again after that long. */
  build(retryMs: number): Promise<void>
  /** Hears that another build waits for the one under way. */
  hurry?(): void
  /** The content's version now; rejects when the database is away. */
  wanted(): Promise<number>
  /** The version being served. */
  served(): number
  lookEveryMs?: number
  apartMs?: number
  retryMs?: (failures: number) => number
}

export interface Rebuilder {
  /** Requests a build; resolves when one that began after the request is done, however it went. */
  request(): Promise<void>
  /** Builds no more, and resolves when the build under way has ended. */
  stop(): Promise<void>
}

interface Requested extends PromiseWithResolvers<void> {
  /** Requested during a build alone, which may hold what it was requested for. */
  isFollowUp: boolean
}

/**
 * Never more than one build at a time, nor two within the time apart; whatever is requested meanwhile makes
 * exactly one more. What failed is tried again, later and later: a database or a disk comes back, and a
 * text that cannot be built costs little by then. New content and a person's request need not wait so long.
 */
export function createRebuilder({ build, hurry, wanted, served, ...options }: Options): Rebuilder {
  const { lookEveryMs = LOOK_EVERY_MS, apartMs = APART_MS } = options
  const waitAfter = options.retryMs ?? retryMs
  let running: Promise<void> | null = null
  let isStopped = false
  let requested: Requested | null = null
  let began = Number.NEGATIVE_INFINITY
  let tookMs = 0
  let failures = 0
  /** The version last tried: one that a build does not reach is not tried in a circle. */
  let tried = { version: Number.NaN, againAt: 0 }
  let soon: NodeJS.Timeout | undefined

  const lookIn = (ms: number) => {
    clearTimeout(soon)
    soon = setTimeout(look, ms)
    soon.unref()
  }

  const run = async (version: number) => {
    const mine = requested
    requested = null
    began = performance.now()
    const wait = waitAfter(failures + 1)
    try {
      await build(wait)
      failures = 0
      tried = { version, againAt: 0 }
    } catch (error) {
      failures += 1
      tried = { version, againAt: performance.now() + wait }
      if (!isStopped) {
        console.error(
          `The site could not be rebuilt; the old one stays, and it is tried again in ${Math.round(wait / 1000)} s.\n${reasonOf(error)}`,
        )
        lookIn(wait)
      }
    }
    running = null
    tookMs = performance.now() - began
    mine?.resolve()
    if (requested) await look()
  }

  /** Whether a build is due, but for the time apart. */
  const isDue = (version: number): boolean => {
    const isBehind = version !== served()
    if (requested?.isFollowUp && !isBehind) {
      // The build before it began late enough to hold what was requested for.
      requested.resolve()
      requested = null
    }
    const isRetry = failures > 0 && performance.now() >= tried.againAt
    return requested !== null || isRetry || (isBehind && version !== tried.version)
  }

  async function look(): Promise<void> {
    if (running || isStopped) return
    const version = await wanted().catch(() => null)
    if (running || isStopped) return
    if (version === null) {
      // Whatever failed, the database had its part in it: again as soon as it is back.
      if (failures > 0) tried.againAt = 0
      return
    }
    if (!isDue(version)) return
    const wait = began + Math.min(apartMs, APART_FACTOR * tookMs) - performance.now()
    if (wait > 0) lookIn(wait)
    else running = run(version)
  }

  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  return {
    request() {
      requested ??= { ...Promise.withResolvers<void>(), isFollowUp: running !== null }
      if (running) hurry?.()
      else requested.isFollowUp = false
      const { promise } = requested
      void look()
      return promise
    },
    async stop() {
      isStopped = true
      clearInterval(timer)
      clearTimeout(soon)
      requested?.resolve()
      await running
    },
  }
}
