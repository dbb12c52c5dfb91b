/** Keeping what is typed as a draft, until it is saved or as it was before. */
import { atom, type ReadableAtom } from "nanostores"
import { isSame } from "./differences.ts"
import type { Draft, Drafts } from "./drafts.ts"

/** How long typing may pause before the draft is kept, in milliseconds. */
const KEEP_AFTER_MS = 400

/** Whether unsaved work would survive this page. */
export type DraftState = "none" | "kept" | "not-kept"

interface Options<Values extends object> {
  drafts: Drafts<Values>
  $values: ReadableAtom<Values>
  /** Whether the writing began with a draft. */
  isRestored: boolean
  /** What it is kept under, what is saved, and which version that is, by now. */
  now: () => { id: string; saved: Values; basedOn: Draft<Values>["basedOn"] }
}

/** Keeps `$values` as they change, until it is ended. */
export function startKeeping<Values extends object>({
  drafts,
  $values,
  isRestored,
  now,
}: Options<Values>) {
  const $draft = atom<DraftState>(isRestored ? "kept" : "none")
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasEnded = false

  /** Keeps the draft now, or drops it when nothing is unsaved. */
  function keepDraft(): void {
    clearTimeout(timer)
    if (hasEnded) return
    const { id, saved, basedOn } = now()
    const values = $values.get()
    if (isSame(values, saved)) {
      drafts.drop(id)
      $draft.set("none")
    } else {
      const keptAt = new Date().toISOString()
      $draft.set(drafts.keep(id, { values, basedOn, keptAt }) ? "kept" : "not-kept")
    }
  }

  const stopListening = $values.listen(() => {
    clearTimeout(timer)
    timer = setTimeout(keepDraft, KEEP_AFTER_MS)
  })

  return {
    $draft,
    keepDraft,
    hasEnded: () => hasEnded,
    /** Unsaved work stays as a draft. */
    end(): void {
      keepDraft()
      stopListening()
      hasEnded = true
    },
  }
}
