/** How far a change is on its way to the readers' pages. */
import { atom } from "nanostores"
import * as z from "zod/mini"
import { splitLocale } from "../../../i18n/paths.ts"
import { type Answer, call, type Failure } from "../../../shared/call.ts"
import { createPolling } from "../polling.ts"

const builtSite = z.object({ version: z.number() })

const build = z.object({
  id: z.number(),
  status: z.enum(["running", "succeeded", "failed"]),
  phase: z.nullable(z.string()),
  pages: z.nullable(z.number()),
  /** The content version that it began with. */
  content_version: z.number(),
  error: z.nullable(z.string()),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** When a failed one is tried again. */
  retry_at: z.nullable(z.string()),
})

export type Build = z.infer<typeof build>

const failedPage = z.object({
  /** The page's address. */
  path: z.string(),
  reason: z.string(),
  since: z.string(),
})

/** A page that could not be rendered, and since when. */
export type FailedPage = z.infer<typeof failedPage>

const buildState = z.object({
  /** The content version of the database. */
  version: z.number(),
  /** When changes that can wait are built; null when none waits. */
  due_at: z.nullable(z.string()),
  /** The latest build. */
  build: z.nullable(build),
  /** The number of pages that could not be rendered, and the first of them. */
  failed_count: z.number(),
  failed_pages: z.array(failedPage),
})

export type BuildState = z.infer<typeof buildState>

export interface BuildCalls {
  /** The content version of the served site. */
  built: () => Promise<Answer<number>>
  state: () => Promise<Answer<BuildState>>
  /** Asks for another build. */
  rebuild: () => Promise<Answer<undefined>>
}

const PATH = "/api/admin/build"

export const buildCalls: BuildCalls = {
  built: () =>
    call("/build.json", { cache: "no-store", read: (json) => builtSite.parse(json).version }),
  state: () => call(PATH, { read: (json) => buildState.parse(json) }),
  rebuild: () => call(PATH, { method: "POST", payload: {}, read: () => undefined }),
}

/** What is served, and what is in the database; `failure` is why one of them is not known. */
export async function readBuilds({ built, state }: BuildCalls) {
  const [served, now] = await Promise.all([built(), state()])
  const failed = now.ok ? served : now
  return {
    built: served.ok ? served.body : null,
    now: now.ok ? now.body : null,
    failure: failed.ok ? null : (failed.failure satisfies Failure),
  }
}

export type Progress =
  /** No build has taken it up yet. */
  | { status: "queued" }
  /** The change is built at that time, joined with others. */
  | { status: "scheduled"; dueAt: string }
  | { status: "building"; phase: string | null; pages: number | null }
  | { status: "live" }
  /** A build failed, and another is tried by itself. */
  | { status: "waiting"; retryAt: string; error: string | null }
  /** The site stays as it was. */
  | { status: "failed"; error: string | null }
  /** The site was built, but the page of the change could not be rendered. */
  | { status: "left-out"; error: string }

/**
 * Returns the progress of content version `target`. `builtVersion` is what the served site contains
 * (`/build.json`): that alone makes it live, since a build that succeeded may not be served yet. `dueAt` is when
 * changes that can wait are built.
 */
export function progressOf(
  target: number,
  builtVersion: number,
  build: Build | null,
  dueAt: string | null = null,
): Progress {
  if (builtVersion >= target) return { status: "live" }
  // A build of an older version: another one follows it.
  if (!build || build.content_version < target) {
    return dueAt ? { status: "scheduled", dueAt } : { status: "queued" }
  }
  if (build.status === "failed") {
    const { retry_at: retryAt, error } = build
    return retryAt ? { status: "waiting", retryAt, error } : { status: "failed", error }
  }
  return { status: "building", phase: build.phase, pages: build.pages }
}

/** Whether the change is on its way without a hitch. */
export const isBuilding = ({ status }: Progress): boolean =>
  status === "queued" || status === "building"

const isUnderWay = (progress: Progress): boolean =>
  isBuilding(progress) || progress.status === "waiting"

export type Publishing =
  | { status: "idle" }
  | {
      status: "following"
      /** The content version that is waited for. */
      target: number
      /** Where the change can be read, on the English site; null when that is nowhere. */
      path: string | null
      progress: Progress
      /** The last request got no answer; another one follows. */
      isUnreachable: boolean
    }

const POLL_MS = 1_000
/** A build that has not begun after this long waits for something else, which may take its time. */
const PATIENT_AFTER_MS = 2 * 60_000
const PATIENT_POLL_MS = 5_000

export function createPublishing(calls: BuildCalls = buildCalls) {
  const $publishing = atom<Publishing>({ status: "idle" })
  let begun = 0

  const { poll, stop } = createPolling(
    () => readBuilds(calls),
    ({ built, now }) => {
      const state = $publishing.get()
      if (state.status === "idle") return null
      const { target } = state
      const isKnown = built !== null && (now !== null || built >= target)
      const reached = isKnown
        ? progressOf(target, built, now?.build ?? null, now?.due_at)
        : state.progress
      const page = now?.failed_pages.find(({ path }) => splitLocale(path).path === state.path)
      const progress: Progress =
        page && reached.status === "live" ? { status: "left-out", error: page.reason } : reached
      $publishing.set({ ...state, progress, isUnreachable: !isKnown })
      if (!isUnderWay(progress)) return null
      return Date.now() - begun > PATIENT_AFTER_MS ? PATIENT_POLL_MS : POLL_MS
    },
  )

  function follow(target: number, path: string | null): void {
    begun = Date.now()
    const progress: Progress = { status: "queued" }
    $publishing.set({ status: "following", target, path, progress, isUnreachable: false })
    void poll()
  }

  return {
    $publishing,

    /** Follows a write that readers will see; `path` is where, null for what they will see no more. */
    follow,

    /** After a (re)load of the page: follows a change that is on its way. Scheduled ones may take hours. */
    async resume(path: string | null): Promise<void> {
      const { built, now } = await readBuilds(calls)
      if ($publishing.get().status !== "idle" || built === null || !now) return
      const { status } = progressOf(now.version, built, now.build, now.due_at)
      if (status !== "live" && status !== "scheduled") follow(now.version, path)
    },

    /** Asks at once. */
    poll,

    /** After coming back to the tab: nothing was requested while it was hidden. */
    pollIfPending(): void {
      const state = $publishing.get()
      if (state.status !== "following") return
      if (isUnderWay(state.progress) || state.progress.status === "scheduled") void poll()
    },

    dismiss(): void {
      stop()
      $publishing.set({ status: "idle" })
    },
  }
}

export type PublishingStore = ReturnType<typeof createPublishing>
