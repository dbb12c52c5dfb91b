/** Deleting a row: asked about first, then done, once. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import type { Row } from "./resource.ts"

export type DeletionState<Listed> =
  | { status: "none" }
  | { status: "asking"; row: Listed }
  | { status: "deleting"; row: Listed }

export interface DeletionOptions<Listed extends Row> {
  remove: (id: string) => Promise<Answer<undefined>>
  /** `version` is the content version without it; null when somebody else had deleted it already. */
  onDeleted: (row: Listed, version: number | null) => void
  onFailed: (failure: Failure) => void
}

export function createDeletion<Listed extends Row>(options: DeletionOptions<Listed>) {
  const { remove, onDeleted, onFailed } = options
  const $deletion = atom<DeletionState<Listed>>({ status: "none" })

  return {
    $deletion,
    ask: (row: Listed) => $deletion.set({ status: "asking", row }),

    cancel(): void {
      if ($deletion.get().status === "asking") $deletion.set({ status: "none" })
    },

    async confirm(): Promise<void> {
      const state = $deletion.get()
      if (state.status !== "asking") return
      const { row } = state
      $deletion.set({ status: "deleting", row })
      const answer = await remove(row.id)
      if (answer.ok) {
        const version = Number(answer.headers.get("content-version"))
        onDeleted(row, version > 0 ? version : null)
      } else if (answer.failure.code === "not_found") {
        onDeleted(row, null)
      } else {
        $deletion.set({ status: "asking", row })
        return onFailed(answer.failure)
      }
      $deletion.set({ status: "none" })
    },
  }
}
