import { getReason } from "../start-failure.ts"

const CHECK_INTERVAL_MS = 5_000
/** Minimum time between the starts of two builds, as a multiple of the last build's duration (see MAX_SPACING_MS). */
const SPACING_FACTOR = 3
const MAX_SPACING_MS = 10_000
const MAX_RETRY_DELAY_MS = 5 * 60_000

/** Returns milliseconds: 5, 15, 45 s and so on, at most 5 minutes. */
export const getRetryDelay = (failures: number) =>
  Math.min(5_000 * 3 ** (failures - 1), MAX_RETRY_DELAY_MS)

interface Options {
  /** Runs a build. `retryMs` is the time until the next build if this build fails. */
  build(retryMs: number): Promise<void>
  /** Called when a build is requested while another build runs. */
  onRequestDuringBuild?(): void
  /** Rejects if the database cannot be reached. */
  readContentVersion(): Promise<number>
  getServedVersion(): number
  checkIntervalMs?: number
  maxSpacingMs?: number
  retryDelay?: (failures: number) => number
}

export type BuildScheduler = ReturnType<typeof createBuildScheduler>

interface PendingRequest extends PromiseWithResolvers<void> {
  /** Whether a build was running at the time of the request. This build may already include the change. */
  cameDuringBuild: boolean
}

/** Creates a scheduler. It starts builds on request, for new content, and again after a failed build. */
export function createBuildScheduler(options: Options) {
  const { build, onRequestDuringBuild, readContentVersion, getServedVersion } = options
  const { checkIntervalMs = CHECK_INTERVAL_MS, maxSpacingMs = MAX_SPACING_MS } = options
  const getDelay = options.retryDelay ?? getRetryDelay
  let runningBuild: Promise<void> | null = null
  let isStopped = false
  let pendingRequest: PendingRequest | null = null
  let startedAt = Number.NEGATIVE_INFINITY
  let durationMs = 0
  let failures = 0
  let retryAt = 0
  /** Content version of the last build. It is built again only on request or as a retry, so builds never loop. */
  let attemptedVersion = Number.NaN
  let timer: NodeJS.Timeout | undefined

  const startIfDueAfter = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(startIfDue, ms)
    timer.unref()
  }

  const runBuild = async (version: number) => {
    const request = pendingRequest
    pendingRequest = null
    startedAt = performance.now()
    attemptedVersion = version
    const retryMs = getDelay(failures + 1)
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
        startIfDueAfter(retryMs)
      }
    }
    runningBuild = null
    durationMs = performance.now() - startedAt
    request?.resolve()
    if (pendingRequest) await startIfDue()
  }

  const isDue = (version: number): boolean => {
    const isBehind = version !== getServedVersion()
    if (pendingRequest?.cameDuringBuild && !isBehind) {
      pendingRequest.resolve()
      pendingRequest = null
    }
    const isRetry = failures > 0 && performance.now() >= retryAt
    return pendingRequest !== null || isRetry || (isBehind && version !== attemptedVersion)
  }

  async function startIfDue(): Promise<void> {
    if (runningBuild || isStopped) return
    const version = await readContentVersion().catch(() => null)
    if (runningBuild || isStopped) return
    if (version === null) {
      // Retries as soon as the database is back, because the build may have failed without the database.
      retryAt = 0
      return
    }
    if (!isDue(version)) return
    const spacing = Math.min(maxSpacingMs, SPACING_FACTOR * durationMs)
    const waitMs = startedAt + spacing - performance.now()
    if (waitMs > 0) startIfDueAfter(waitMs)
    else runningBuild = runBuild(version)
  }

  const interval = setInterval(startIfDue, checkIntervalMs)
  interval.unref()
  return {
    /**
     * Requests a build. Resolves when a build that includes the current content has ended, even if it failed, or when
     * the scheduler is stopped.
     */
    request(): Promise<void> {
      pendingRequest ??= {
        ...Promise.withResolvers<void>(),
        cameDuringBuild: runningBuild !== null,
      }
      if (runningBuild) onRequestDuringBuild?.()
      else pendingRequest.cameDuringBuild = false
      const { promise } = pendingRequest
      void startIfDue()
      return promise
    },
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(interval)
      clearTimeout(timer)
      pendingRequest?.resolve()
      await runningBuild
    },
  }
}
