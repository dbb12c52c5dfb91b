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
      pending: number
      dueAt: string | null
      isRequested: boolean
      failed: { count: number; pages: FailedPage[] }
    }

const POLL_MS = 1_000
/** Poll interval until a retry, which may take hours on Netlify. */
const WAITING_POLL_MS = 5_000
/** A requested build that has not started after this time is not expected anymore. */
const REQUESTED_FOR_MS = 30_000

export function createBuildStatus(calls: BuildCalls = buildCalls) {
  const $status = atom<BuildStatus>({ status: "loading" })
  let requested: { after: number; at: number } | null = null

  const { poll, stop } = createPolling(
    () => readBuilds(calls),
    ({ servedVersion, builds, failure }) => {
      if (failure) $status.set({ status: "failed", failure })
      if (servedVersion === null || !builds) return null
      const { version, build, due_at: dueAt, failed_count: count, failed_pages: pages } = builds
      const hasStarted = requested !== null && (build?.id ?? 0) > requested.after
      const isLate = requested !== null && Date.now() - requested.at > REQUESTED_FOR_MS
      if (hasStarted || isLate) requested = null
      const pending = Math.max(0, version - servedVersion)
      const isRequested = requested !== null
      const failed = { count, pages }
      $status.set({ status: "ready", build, pending, dueAt, isRequested, failed })
      if (requested || build?.status === "running") return POLL_MS
      return build?.retry_at ? WAITING_POLL_MS : null
    },
  )

  return {
    $status,
    poll,
    stop,

    async rebuild(): Promise<Failure | null> {
      const state = $status.get()
      if (state.status !== "ready" || state.isRequested) return null
      requested = { after: state.build?.id ?? 0, at: Date.now() }
      $status.set({ ...state, isRequested: true })
      const result = await calls.rebuild()
      if (!result.ok) requested = null
      await poll()
      return result.ok ? null : result.failure
    },
  }
}

export const getBuildSeconds = ({ started_at, finished_at }: Build): number | null =>
  finished_at === null
    ? null
    : Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 100) / 10
