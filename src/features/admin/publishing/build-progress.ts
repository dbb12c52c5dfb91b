/** Follows a change until a build that contains it is served. A content version identifies the change. */
import { atom } from "nanostores"
import * as z from "zod/mini"
import { splitLocale } from "../../../i18n/paths.ts"
import { type CallResult, call, type Failure } from "../../../shared/call.ts"
import { withStorage } from "../../../shared/storage.ts"
import { createPolling } from "../polling.ts"

const builtSite = z.object({ version: z.number() })

const build = z.object({
  id: z.number(),
  status: z.enum(["running", "succeeded", "failed"]),
  phase: z.nullable(z.string()),
  pages: z.nullable(z.number()),
  content_version: z.number(),
  error: z.nullable(z.string()),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  retry_at: z.nullable(z.string()),
})

export type Build = z.infer<typeof build>

const failedPage = z.object({
  path: z.string(),
  reason: z.string(),
  since: z.string(),
})

export type FailedPage = z.infer<typeof failedPage>

const buildStateResponse = z.object({
  /** The current content version. */
  version: z.number(),
  /** Start of the next build if only changes that are not urgent wait for it (`BUILD_INTERVAL`), otherwise null. */
  due_at: z.nullable(z.string()),
  build: z.nullable(build),
  /** Number of pages that could not be rendered. `failed_pages` lists only the first of these pages. */
  failed_count: z.number(),
  failed_pages: z.array(failedPage),
})

export type BuildState = z.infer<typeof buildStateResponse>

export interface BuildCalls {
  /** Returns the content version of the visible site. */
  readServedVersion: () => Promise<CallResult<number>>
  readBuildState: () => Promise<CallResult<BuildState>>
  rebuild: () => Promise<CallResult<undefined>>
}

const BUILD_API_PATH = "/api/admin/build"

export const buildCalls: BuildCalls = {
  readServedVersion: () =>
    call("/build.json", { cache: "no-store", read: (json) => builtSite.parse(json).version }),
  readBuildState: () => call(BUILD_API_PATH, { read: buildStateResponse }),
  rebuild: () => call(BUILD_API_PATH, { method: "POST", payload: {} }),
}

export async function readBuilds({ readServedVersion, readBuildState }: BuildCalls) {
  const [served, builds] = await Promise.all([readServedVersion(), readBuildState()])
  const failed = builds.ok ? served : builds
  return {
    servedVersion: served.ok ? served.body : null,
    builds: builds.ok ? builds.body : null,
    failure: failed.ok ? null : (failed.failure satisfies Failure),
  }
}

/**
 * Progress of a change. `scheduled`: a build at `dueAt` will contain the change. `waiting`: the build has failed and
 * will be repeated. `left-out`: the build is served, but without the changed page, which could not be rendered.
 */
export type Progress =
  | { status: "queued" }
  | { status: "scheduled"; dueAt: string }
  | { status: "building"; phase: string | null; pages: number | null }
  | { status: "live" }
  | { status: "waiting"; retryAt: string; error: string | null }
  | { status: "failed"; error: string | null }
  | { status: "left-out"; error: string }

/** Returns the progress of the content version `target`. `servedVersion` is the version of the visible site. */
export function getProgress(
  target: number,
  servedVersion: number,
  build: Build | null,
  dueAt: string | null = null,
): Progress {
  if (servedVersion >= target) return { status: "live" }
  if (!build || build.content_version < target) {
    return dueAt ? { status: "scheduled", dueAt } : { status: "queued" }
  }
  if (build.status === "failed") {
    const { retry_at: retryAt, error } = build
    return retryAt ? { status: "waiting", retryAt, error } : { status: "failed", error }
  }
  return { status: "building", phase: build.phase, pages: build.pages }
}

export const isQueuedOrBuilding = ({ status }: Progress): boolean =>
  status === "queued" || status === "building"

const isUnderWay = (progress: Progress): boolean =>
  isQueuedOrBuilding(progress) || progress.status === "waiting"

export type Publishing =
  | { status: "idle" }
  | {
      status: "following"
      target: number
      path: string | null
      progress: Progress
      isUnreachable: boolean
    }

const POLL_MS = 1_000
const SLOW_POLL_AFTER_MS = 2 * 60_000
const SLOW_POLL_MS = 5_000

/** Session-storage key for the content version that this tab followed last. */
const FOLLOWED_VERSION_KEY = "daina:own-version"

const removeFollowedVersion = () =>
  withStorage(() => sessionStorage.removeItem(FOLLOWED_VERSION_KEY))

export function createPublishing(calls: BuildCalls = buildCalls) {
  const $publishing = atom<Publishing>({ status: "idle" })
  let followedSince = 0

  const { poll, stop } = createPolling(
    () => readBuilds(calls),
    ({ servedVersion, builds }) => {
      const state = $publishing.get()
      if (state.status === "idle") return null
      const { target } = state
      const isKnown = servedVersion !== null && (builds !== null || servedVersion >= target)
      const fromBuild = isKnown
        ? getProgress(target, servedVersion, builds?.build ?? null, builds?.due_at)
        : state.progress
      const page = builds?.failed_pages.find(({ path }) => splitLocale(path).path === state.path)
      const progress: Progress =
        page && fromBuild.status === "live" ? { status: "left-out", error: page.reason } : fromBuild
      $publishing.set({ ...state, progress, isUnreachable: !isKnown })
      if (!isUnderWay(progress)) return null
      return Date.now() - followedSince > SLOW_POLL_AFTER_MS ? SLOW_POLL_MS : POLL_MS
    },
  )

  function follow(target: number, path: string | null): void {
    followedSince = Date.now()
    withStorage(() => sessionStorage.setItem(FOLLOWED_VERSION_KEY, String(target)))
    const progress: Progress = { status: "queued" }
    $publishing.set({ status: "following", target, path, progress, isUnreachable: false })
    void poll()
  }

  return {
    $publishing,

    follow,

    /**
     * If the change that this tab followed before a reload is not served yet, follows the latest change of the site,
     * which includes it.
     */
    async resumeAfterReload(path: string | null): Promise<void> {
      const followedVersion = Number(
        withStorage(() => sessionStorage.getItem(FOLLOWED_VERSION_KEY)),
      )
      if (!followedVersion) return
      const served = await calls.readServedVersion()
      if (served.ok && served.body < followedVersion) await this.resume(path)
    },

    /**
     * Follows the latest change of the site, unless that change is served or scheduled, or another change is followed.
     */
    async resume(path: string | null): Promise<void> {
      const { servedVersion, builds } = await readBuilds(calls)
      if ($publishing.get().status !== "idle" || servedVersion === null || !builds) return
      const { status } = getProgress(builds.version, servedVersion, builds.build, builds.due_at)
      if (status !== "live" && status !== "scheduled") follow(builds.version, path)
    },

    poll,

    pollIfPending(): void {
      const state = $publishing.get()
      if (state.status !== "following") return
      if (isUnderWay(state.progress) || state.progress.status === "scheduled") void poll()
    },

    dismiss(): void {
      stop()
      removeFollowedVersion()
      $publishing.set({ status: "idle" })
    },
  }
}

export type PublishingStore = ReturnType<typeof createPublishing>
