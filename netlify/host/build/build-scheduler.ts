import { getReason } from "../start-failure.ts"

const CHECK_INTERVAL_MS = 5_000
/** From the start of a build to the start of the next. */
const MIN_SPACING_MS = 10_000
/** A multiple of the duration of the last build. */
const SPACING_FACTOR = 3
const MAX_RETRY_MS = 5 * 60_000

/** Returns 5, 15, 45 … seconds, at most 5 minutes. */
export const getRetryDelay = (failures: number) =>
  Math.min(5_000 * 3 ** (failures - 1), MAX_RETRY_MS)

interface Options {
  /** `retryMs` is the time until the next try if this one fails. */
  build(retryMs: number): Promise<void>
  /** Called when another build waits for the running one. */
  onWaiting?(): void
  /** Rejects if the database cannot be reached. */
  readContentVersion(): Promise<number>
  getServedVersion(): number
  checkIntervalMs?: number
  minSpacingMs?: number
  retryDelay?: (failures: number) => number
}

export type BuildScheduler = ReturnType<typeof createBuildScheduler>

interface PendingRequest extends PromiseWithResolvers<void> {
  /** The build that was running may already contain the change. */
  cameDuringBuild: boolean
}

/** One more build serves all requests that arrive during a build. New content does not wait for a retry. */
export function createBuildScheduler(options: Options) {
  const { build, onWaiting, readContentVersion, getServedVersion } = options
  const { checkIntervalMs = CHECK_INTERVAL_MS, minSpacingMs = MIN_SPACING_MS } = options
  const delayAfter = options.retryDelay ?? getRetryDelay
  let running: Promise<void> | null = null
  let isStopped = false
  let pending: PendingRequest | null = null
  let startedAt = Number.NEGATIVE_INFINITY
  let durationMs = 0
  let failures = 0
  let retryAt = 0
  /** Only a request or a retry builds a version again, so that builds never loop. */
  let attemptedVersion = Number.NaN
  let timer: NodeJS.Timeout | undefined

  const checkIn = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(check, ms)
    timer.unref()
  }

  const run = async (version: number) => {
    const request = pending
    pending = null
    startedAt = performance.now()
    attemptedVersion = version
    const retryMs = delayAfter(failures + 1)
    try {
      await build(retryMs)
      failures = 0
    } catch (error) {
      failures += 1
      retryAt = performance.now() + retryMs
      if (!isStopped) {
        console.error(
          `The build failed; the old site stays online. Next attempt in ${Math.round(retryMs / 1000)} s.\n${getReason(error)}`,
        )
        checkIn(retryMs)
      }
    }
    running = null
    durationMs = performance.now() - startedAt
    request?.resolve()
    if (pending) await check()
  }

  const isDue = (version: number): boolean => {
    const isBehind = version !== getServedVersion()
    if (pending?.cameDuringBuild && !isBehind) {
      // The build that was running at the time of the request contains the change.
      pending.resolve()
      pending = null
    }
    const isRetry = failures > 0 && performance.now() >= retryAt
    return pending !== null || isRetry || (isBehind && version !== attemptedVersion)
  }

  async function check(): Promise<void> {
    if (running || isStopped) return
    const version = await readContentVersion().catch(() => null)
    if (running || isStopped) return
    if (version === null) {
      // The build may have failed because of the database, which is back now.
      retryAt = 0
      return
    }
    if (!isDue(version)) return
    const spacing = Math.min(minSpacingMs, SPACING_FACTOR * durationMs)
    const waitMs = startedAt + spacing - performance.now()
    if (waitMs > 0) checkIn(waitMs)
    else running = run(version)
  }

  const interval = setInterval(check, checkIntervalMs)
  interval.unref()
  return {
    /** Resolves after a build that started after the request, even if it failed. */
    request(): Promise<void> {
      pending ??= { ...Promise.withResolvers<void>(), cameDuringBuild: running !== null }
      if (running) onWaiting?.()
      else pending.cameDuringBuild = false
      const { promise } = pending
      void check()
      return promise
    },
    /** Resolves when the running build has ended. */
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(interval)
      clearTimeout(timer)
      pending?.resolve()
      await running
    },
  }
}
