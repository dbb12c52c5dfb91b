/** What the editor's dialog is about: nothing, something on its way, or a piece of writing. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import { NEW } from "./drafts.ts"
import { type Editing, type EditingOptions, startEditing } from "./editing.ts"
import type { EditableRow, Saved } from "./resource.ts"

export type EditorState<Listed extends EditableRow, Full extends Listed, Values extends object> =
  | { status: "closed" }
  | { status: "loading"; id: string }
  | { status: "unavailable"; id: string; failure: Failure }
  /** `opening` is another number each time. */
  | { status: "open"; id: string; opening: number; editing: Editing<Listed, Full, Values> }

export interface EditorOptions<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
> extends EditingOptions<Listed, Full, Values> {
  find: (id: string) => Promise<Answer<Saved<Full>>>
  /** Closed with unsaved work, which stays as a draft. */
  onDraftKept: () => void
}

export function createEditor<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>(options: EditorOptions<Listed, Full, Values>) {
  const $editor = atom<EditorState<Listed, Full, Values>>({ status: "closed" })
  const { drafts, find, onDraftKept } = options
  let opening = 0

  /** Closes; false when unsaved work would be lost by it, which `evenIfLost` accepts. */
  function close(evenIfLost = false): boolean {
    const state = $editor.get()
    if (state.status === "open") {
      const { $draft, keepDraft, end } = state.editing
      keepDraft()
      if ($draft.get() === "not-kept" && !evenIfLost) return false
      end()
      if ($draft.get() === "kept") onDraftKept()
    }
    opening += 1
    $editor.set({ status: "closed" })
    return true
  }

  const begin = (id: string, item: Saved<Full> | null) =>
    $editor.set({ status: "open", id, opening, editing: startEditing(options, id, item) })

  /** Opens what has that id, or something new. */
  async function open(id: string = NEW): Promise<void> {
    if (!close()) return
    if (id === NEW) return begin(NEW, null)
    const mine = opening
    $editor.set({ status: "loading", id })
    const answer = await find(id)
    if (mine !== opening) return
    if (answer.ok) begin(id, answer.body)
    // Deleted by somebody else, but what was written here is not lost.
    else if (answer.failure.code === "not_found" && drafts.find(id)) begin(id, null)
    else $editor.set({ status: "unavailable", id, failure: answer.failure })
  }

  return { $editor, open, close }
}
