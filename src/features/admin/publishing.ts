/** Waits until a change is on the readers' pages, asking once a second while somebody is looking. */
import { atom } from "nanostores"
import * as z from "zod/mini"
import { type Answer, call } from "../../call.ts"
import { type Build, isUnderWay, type Progress, progressOf } from "./progress.ts"

export type Publishing =
  | { status: "idle" }
  | {
      status: "following"
      /** The content version that is waited for. */
      target: number
      /** Where the change can be read, on the English site; null when that is nowhere. */
      path: string | null
      progress: Progress
      /** The last question got no answer; it is asked again. */
      isUnreachable: boolean
    }

const POLL_MS = 1_000
/** A build that has not begun after this long waits for something else: no hurry then. */
const PATIENT_AFTER_MS = 2 * 60_000
const PATIENT_POLL_MS = 5_000

const builtSite = z.object({ version: z.number() })

const buildState = z.object({
  version: z.number(),
  build: z.nullable(
    z.object({
      status: z.enum(["running", "succeeded", "failed"]),
      phase: z.nullable(z.string()),
      pages: z.nullable(z.number()),
      content_version: z.number(),
      error: z.nullable(z.string()),
    }),
  ),
})

export interface PublishingCalls {
  /** The content version of the served site. */
  built: () => Promise<Answer<number>>
  /** The content version of the database, and the latest build. */
  state: () => Promise<Answer<{ version: number; build: Build | null }>>
}

export const publishingCalls: PublishingCalls = {
  built: () =>
    call("/build.json", { cache: "no-store", read: (json) => builtSite.parse(json).version }),
  state: () => call("/api/admin/build", { read: (json) => buildState.parse(json) }),
}

export function createPublishing(calls: PublishingCalls = publishingCalls) {
  const $publishing = atom<Publishing>({ status: "idle" })
  let timer: ReturnType<typeof setTimeout> | undefined
  let begun = 0
  // Tells the answers to the latest question from those to an earlier one.
  let asked = 0

  function askAgain(): void {
    clearTimeout(timer)
    const state = $publishing.get()
    if (state.status === "idle" || !isUnderWay(state.progress)) return
    const isPatient = Date.now() - begun > PATIENT_AFTER_MS
    timer = setTimeout(ask, isPatient ? PATIENT_POLL_MS : POLL_MS)
  }

  async function ask(): Promise<void> {
    clearTimeout(timer)
    if (document.hidden || $publishing.get().status === "idle") return
    asked += 1
    const mine = asked
    const [built, state] = await Promise.all([calls.built(), calls.state()])
    const now = $publishing.get()
    if (mine !== asked || now.status === "idle") return
    const { target } = now
    if (built.ok && (state.ok || built.body >= target)) {
      const progress = progressOf(target, built.body, state.ok ? state.body.build : null)
      $publishing.set({ ...now, progress, isUnreachable: false })
    } else {
      $publishing.set({ ...now, isUnreachable: true })
    }
    askAgain()
  }

  function follow(target: number, path: string | null): void {
    begun = Date.now()
    $publishing.set({
      status: "following",
      target,
      path,
      progress: { status: "queued" },
      isUnreachable: false,
    })
    ask()
  }

  return {
    $publishing,

    /** Follows a write that readers will see; `path` is where, null for what they will see no more. */
    follow,

    /** After a (re)load of the page: follows what is still on its way. */
    async resume(path: string | null): Promise<void> {
      const [built, state] = await Promise.all([calls.built(), calls.state()])
      if ($publishing.get().status !== "idle" || !built.ok || !state.ok) return
      if (state.body.version > built.body) follow(state.body.version, path)
    },

    /** Asks at once. */
    ask,

    /** After coming back to the tab: nothing was asked while it was hidden. */
    askIfPending(): void {
      const state = $publishing.get()
      if (state.status === "following" && isUnderWay(state.progress)) void ask()
    },

    dismiss(): void {
      clearTimeout(timer)
      $publishing.set({ status: "idle" })
    },
  }
}

export type PublishingStore = ReturnType<typeof createPublishing>
