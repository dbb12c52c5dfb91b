/** Writing one thing: kept as a draft while it is written, saved, settled with others' changes. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import { createForm } from "../../ui/form.ts"
import { isSame } from "./differences.ts"
import { startKeeping } from "./draft-keeping.ts"
import { type Drafts, NEW } from "./drafts.ts"
import type { EditableRow, Resource, Saved } from "./resource.ts"

export type EditingState<Full> =
  | {
      status: "writing"
      /** What the writing began from; null for something new. */
      item: Full | null
      /** The version that a save may replace; older than `item` for a draft of an earlier day. */
      basedOn: string | null
      /** When the draft that was found was kept, null when there was none. */
      restored: string | null
      /** Somebody deleted it meanwhile: saving makes it anew. */
      isGone: boolean
    }
  /** A save met a newer version than the one it was based on. */
  | { status: "conflict"; item: Full; basedOn: string; theirs: Saved<Full> }

export interface EditingOptions<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
> {
  resource: Resource<Listed, Full, Values>
  calls: {
    create: (body: object) => Promise<Answer<Saved<Full>>>
    update: (id: string, basedOn: string, body: object) => Promise<Answer<Saved<Full>>>
  }
  drafts: Drafts<Values>
  blank: Values
  onSaved: (before: Full | null, saved: Saved<Full>) => void
  /** A save failed for no field's sake, and not because of a newer version. */
  onFailed: (failure: Failure, isNew: boolean) => void
  /** A save failed after the writing had ended: nobody is looking at the form. */
  onLateFailure: (failure: Failure) => void
}

/** Begins with `item` (null for something new), or with the draft that is kept under `id`. */
export function startEditing<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>(options: EditingOptions<Listed, Full, Values>, id: string, begunFrom: Full | null) {
  const { resource, calls, drafts, blank, onSaved, onFailed, onLateFailure } = options
  const valuesOf = (item: Full | null) => (item ? resource.valuesOf(item) : blank)
  let draftId = id === NEW ? drafts.newId : id
  const found = drafts.find(draftId)
  const draft = found && !isSame(found.values, valuesOf(begunFrom)) ? found : null

  const writing = (item: Full | null) => ({
    status: "writing" as const,
    item,
    basedOn: item?.updated_at ?? null,
    restored: null,
    isGone: false,
  })
  const $editing = atom<EditingState<Full>>({
    ...writing(begunFrom),
    basedOn: (begunFrom && draft?.basedOn) || (begunFrom?.updated_at ?? null),
    restored: draft?.keptAt ?? null,
    isGone: begunFrom === null && id !== NEW,
  })
  const form = createForm<Values, object, Saved<Full>>(draft?.values ?? valuesOf(begunFrom), {
    check: resource.check,
    send(body) {
      const { item, basedOn } = $editing.get()
      return item && basedOn ? calls.update(item.id, basedOn, body) : calls.create(body)
    },
  })
  const { $draft, keepDraft, hasEnded, end } = startKeeping({
    drafts,
    $values: form.$values,
    isRestored: draft !== null,
    now() {
      const { item, basedOn } = $editing.get()
      return { id: draftId, saved: valuesOf(item), basedOn }
    },
  })

  /** `sent` is what the answer is about: more may have been typed since. */
  function settle(saved: Saved<Full>, sent: Values): void {
    const before = $editing.get().item
    if (hasEnded()) {
      const left = drafts.find(draftId)
      if (left && isSame(left.values, sent)) drafts.drop(draftId)
    } else {
      const typed = form.$values.get()
      drafts.drop(draftId)
      draftId = saved.id
      $editing.set(writing(saved))
      // The server trims what is sent to it.
      form.reset(isSame(typed, sent) ? resource.valuesOf(saved) : typed)
      keepDraft()
    }
    onSaved(before, saved)
  }

  /** Whether it was saved after all. */
  function meetFailure(failure: Failure, sent: Values): boolean {
    const { item, basedOn } = $editing.get()
    if (hasEnded()) {
      onLateFailure(failure)
    } else if (failure.code === "stale" && item && basedOn) {
      const theirs = resource.readSaved(failure.current)
      // The answer to an earlier try got lost, and what is there is this very text.
      if (isSame(resource.valuesOf(theirs), sent)) {
        settle(theirs, sent)
        return true
      }
      $editing.set({ status: "conflict", item, basedOn, theirs })
    } else if (failure.code === "not_found" && item) {
      form.reopen()
      $editing.set({ ...writing(null), isGone: true })
    } else if (Object.keys(failure.errors).length === 0) {
      onFailed(failure, item === null)
    }
    keepDraft()
    return false
  }

  /** Whether it was saved, with all that has been typed. */
  async function save(): Promise<boolean> {
    if ($editing.get().status !== "writing") return false
    const sent = form.$values.get()
    const answer = await form.submit()
    if (!answer) return false
    if (answer.ok) settle(answer.body, sent)
    else if (!meetFailure(answer.failure, sent)) return false
    return $draft.get() === "none"
  }

  return {
    $editing,
    $draft,
    form,
    save,
    keepDraft,
    end,

    /** Goes back to what is saved. */
    discardDraft(): void {
      const { item } = $editing.get()
      $editing.set(writing(item))
      form.reset(valuesOf(item))
      keepDraft()
    },

    /** In a conflict: saves over their version. */
    async keepMine(): Promise<boolean> {
      const state = $editing.get()
      if (state.status !== "conflict") return false
      $editing.set(writing(state.theirs))
      return save()
    },

    /** In a conflict: goes on with their version; what was typed here is gone. */
    takeTheirs(): void {
      const state = $editing.get()
      if (state.status !== "conflict") return
      $editing.set(writing(state.theirs))
      form.reset(resource.valuesOf(state.theirs))
      keepDraft()
    },

    /** In a conflict: back to writing, both versions as they are. The next save asks again. */
    decideLater(): void {
      const state = $editing.get()
      if (state.status !== "conflict") return
      form.reopen()
      $editing.set({ ...writing(state.item), basedOn: state.basedOn })
    },
  }
}

export type Editing<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
> = ReturnType<typeof startEditing<Listed, Full, Values>>
