/** Doing something with rows: asked about first where that is due, then done, once. */
import { atom } from "nanostores"
import type { Failure } from "../../call.ts"
import type { ProblemCode } from "../../problem.ts"
import type { Act, Done } from "./act.ts"
import type { Row } from "./resource.ts"

export type ActingState<Listed extends Row> =
  | { status: "none" }
  | { status: "asking" | "running"; act: Act<Listed>; rows: readonly Listed[] }

/** Rows of many for which it could not be done. */
export interface Leftover<Listed extends Row> {
  act: Act<Listed>
  rows: { row: Listed; code: ProblemCode }[]
}

export interface ActingOptions<Listed extends Row> {
  onDone: (act: Act<Listed>, rows: readonly Listed[], done: Done<Listed>) => void
  onFailed: (act: Act<Listed>, rows: readonly Listed[], failure: Failure) => void
}

export function createActing<Listed extends Row>({ onDone, onFailed }: ActingOptions<Listed>) {
  const $acting = atom<ActingState<Listed>>({ status: "none" })
  const $leftover = atom<Leftover<Listed> | null>(null)

  async function run(act: Act<Listed>, rows: readonly Listed[], reason: string): Promise<void> {
    $acting.set({ status: "running", act, rows })
    const answer = await act.run(rows, reason)
    if (!answer.ok) {
      // What was asked about can be confirmed again, unless there is nothing to do it with.
      const isOver = !act.question || answer.failure.code === "not_found"
      $acting.set(isOver ? { status: "none" } : { status: "asking", act, rows })
      return onFailed(act, rows, answer.failure)
    }
    $acting.set({ status: "none" })
    const left = answer.body.results.flatMap((result) => {
      const row = rows.find(({ id }) => id === result.id)
      return row && !result.ok ? [{ row, code: result.code }] : []
    })
    $leftover.set(left.length > 0 ? { act, rows: left } : null)
    onDone(act, rows, answer.body)
  }

  return {
    $acting,
    $leftover,

    /** Does it, or asks first; nothing while something else is asked or done. */
    async start(act: Act<Listed>, rows: readonly Listed[]): Promise<void> {
      if ($acting.get().status !== "none" || rows.length === 0) return
      if (act.question) $acting.set({ status: "asking", act, rows })
      else await run(act, rows, "")
    },

    async confirm(reason = ""): Promise<void> {
      const state = $acting.get()
      if (state.status === "asking") await run(state.act, state.rows, reason)
    },

    cancel(): void {
      if ($acting.get().status === "asking") $acting.set({ status: "none" })
    },

    dismissLeftover: () => $leftover.set(null),
  }
}
