import { atom } from "nanostores"
import type { Failure } from "../../shared/call.ts"
import { createPolling } from "../admin/polling.ts"
import {
  type Build,
  type BuildCalls,
  buildCalls,
  type FailedPage,
  readBuilds,
} from "../admin/publishing/build-progress.ts"

export type BuildStatus =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | {
      status: "ready"
      build: Build | null
      /** Number of changes that the served site does not contain. */
      pending: number
      /** Time of the next build for changes that are not urgent. */
      dueAt: string | null
      /** Whether a build was requested that has not started yet. */
      isRequested: boolean
      /** Pages that could not be rendered. The list may be shorter than `count`. */
      failedPages: { count: number; pages: FailedPage[] }
    }

const POLL_INTERVAL_MS = 1_000
/** Poll interval before a planned retry. On Netlify, hours may pass before the retry. */
const RETRY_POLL_INTERVAL_MS = 5_000
/** Polling ends if a requested build has not started after this time. */
const MAX_START_DELAY_MS = 30_000

export function createBuildStatus(calls: BuildCalls = buildCalls) {
  const $status = atom<BuildStatus>({ status: "loading" })
  /** The request for a build that has not started. Its build will have a higher id than `lastBuildId`. */
  let request: { lastBuildId: number; time: number } | null = null

  const { poll, stop } = createPolling(
    () => readBuilds(calls),
    ({ servedVersion, builds, failure }) => {
      if (failure) $status.set({ status: "failed", failure })
      if (servedVersion === null || !builds) return null
      const { version, build, due_at: dueAt, failed_count: count, failed_pages: pages } = builds
      const hasStarted = request !== null && (build?.id ?? 0) > request.lastBuildId
      const isLate = request !== null && Date.now() - request.time > MAX_START_DELAY_MS
      if (hasStarted || isLate) request = null
      const pending = Math.max(0, version - servedVersion)
      const isRequested = request !== null
      const failedPages = { count, pages }
      $status.set({ status: "ready", build, pending, dueAt, isRequested, failedPages })
      // The returned value is the time until the next poll. Null ends the polling.
      if (isRequested || build?.status === "running") return POLL_INTERVAL_MS
      return build?.retry_at ? RETRY_POLL_INTERVAL_MS : null
    },
  )

  return {
    $status,
    poll,
    stop,

    /** Requests a build. Returns the failure of the request, or null. */
    async rebuild(): Promise<Failure | null> {
      const state = $status.get()
      if (state.status !== "ready" || state.isRequested) return null
      request = { lastBuildId: state.build?.id ?? 0, time: Date.now() }
      $status.set({ ...state, isRequested: true })
      const result = await calls.rebuild()
      if (!result.ok) request = null
      await poll()
      return result.ok ? null : result.failure
    },
  }
}

/** Returns the duration in seconds, rounded to tenths. Null if the build has not ended. */
export const getBuildSeconds = ({ started_at, finished_at }: Build): number | null =>
  finished_at === null
    ? null
    : Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 100) / 10
