/** Deleting an event: asked about first, then done, once. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import type { CalendarEvent } from "./api.ts"

export type Deletion = { status: "none" } | { status: "asking" | "deleting"; event: CalendarEvent }

interface Steps {
  remove: (id: string) => Promise<Answer<undefined>>
  onDeleted: (event: CalendarEvent) => void
  onFailed: (failure: Failure) => void
}

export function createDeletion({ remove, onDeleted, onFailed }: Steps) {
  const $deletion = atom<Deletion>({ status: "none" })
  return {
    $deletion,
    ask: (event: CalendarEvent) => $deletion.set({ status: "asking", event }),
    cancel(): void {
      if ($deletion.get().status === "asking") $deletion.set({ status: "none" })
    },
    /** Asks the next member nothing; what is being deleted goes on. */
    forget: () => $deletion.set({ status: "none" }),
    async confirm(): Promise<void> {
      const state = $deletion.get()
      if (state.status !== "asking") return
      $deletion.set({ status: "deleting", event: state.event })
      const answer = await remove(state.event.id)
      $deletion.set({ status: "none" })
      if (answer.ok) onDeleted(state.event)
      else onFailed(answer.failure)
    },
  }
}
