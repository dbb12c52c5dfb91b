/** How the site's builds stand, and asking for another one. */
import { atom } from "nanostores"
import * as z from "zod/mini"
import { type Answer, call, type Failure } from "../../call.ts"
import { publishingCalls } from "../admin/publishing.ts"

const buildRecord = z.object({
  id: z.number(),
  status: z.enum(["running", "succeeded", "failed"]),
  phase: z.nullable(z.string()),
  pages: z.nullable(z.number()),
  error: z.nullable(z.string()),
  started_at: z.string(),
  finished_at: z.nullable(z.string()),
})

const buildAnswer = z.object({ version: z.number(), build: z.nullable(buildRecord) })

export type BuildRecord = z.infer<typeof buildRecord>
export type BuildAnswer = z.infer<typeof buildAnswer>

export type BuildStatus =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | {
      status: "ready"
      /** The latest; null before the first that left a record. */
      build: BuildRecord | null
      /** Changes that readers do not see yet. */
      pending: number
      /** A build was asked for, and none began since. */
      isAsked: boolean
    }

export interface BuildCalls {
  built: () => Promise<Answer<number>>
  state: () => Promise<Answer<BuildAnswer>>
  rebuild: () => Promise<Answer<undefined>>
}

const path = "/api/admin/build"

const buildCalls: BuildCalls = {
  built: publishingCalls.built,
  state: () => call(path, { read: (json) => buildAnswer.parse(json) }),
  rebuild: () => call(path, { method: "POST", payload: {}, read: () => undefined }),
}

const POLL_MS = 1_000
/** A builder that has not begun by then was not reached, or has nothing to do. */
const ASKED_FOR_MS = 30_000

export function createBuildStatus(calls: BuildCalls = buildCalls) {
  const $status = atom<BuildStatus>({ status: "loading" })
  let timer: ReturnType<typeof setTimeout> | undefined
  let latest = 0
  /** The build that was the last one when another was asked for, and when that was. */
  let asked: { after: number; at: number } | null = null

  async function read(): Promise<void> {
    clearTimeout(timer)
    latest += 1
    const mine = latest
    const [built, state] = await Promise.all([calls.built(), calls.state()])
    if (mine !== latest) return
    const answer = state.ok ? built : state
    if (!state.ok || !built.ok) {
      if (!answer.ok) $status.set({ status: "failed", failure: answer.failure })
      return
    }
    const { version, build } = state.body
    const hasBegun = asked !== null && (build?.id ?? 0) > asked.after
    const isLate = asked !== null && Date.now() - asked.at > ASKED_FOR_MS
    if (hasBegun || isLate) asked = null
    const pending = Math.max(0, version - built.body)
    $status.set({ status: "ready", build, pending, isAsked: asked !== null })
    if (asked || build?.status === "running") timer = setTimeout(read, POLL_MS)
  }

  return {
    $status,
    read,

    /** Asks for a build, though nothing may have changed; what went wrong, or null. */
    async rebuild(): Promise<Failure | null> {
      const state = $status.get()
      if (state.status !== "ready" || state.isAsked) return null
      asked = { after: state.build?.id ?? 0, at: Date.now() }
      $status.set({ ...state, isAsked: true })
      const answer = await calls.rebuild()
      if (!answer.ok) asked = null
      await read()
      return answer.ok ? null : answer.failure
    },

    stop(): void {
      clearTimeout(timer)
      latest += 1
    },
  }
}

/** How long a build took, in seconds; null while it runs. */
export const secondsOf = ({ started_at, finished_at }: BuildRecord): number | null =>
  finished_at === null
    ? null
    : Math.round((Date.parse(finished_at) - Date.parse(started_at)) / 100) / 10
