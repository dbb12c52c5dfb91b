/**
 * Form for an item that several people edit. A save fails if the item has changed on the server since it was loaded.
 */
import { atom, computed } from "nanostores"
import type { CallResult } from "../../shared/call.ts"
import { areSameValues } from "./changed-fields.ts"
import { createForm } from "./form.ts"
import type { SubmissionSteps } from "./submission.ts"

export interface Versioned {
  updated_at: string
}

export type EditingState<Item> =
  | {
      status: "editing"
      item: Item | null
      /** `updated_at` of the stored item that the typed values are based on; null for a new item. */
      basedOn: string | null
      /** Whether the item was deleted on the server. A save then creates the item again. */
      isDeleted: boolean
    }
  /** A save failed, because another member has saved the newer item `theirs`. */
  | { status: "conflict"; item: Item | null; basedOn: string | null; theirs: Item }

export interface EditingOptions<Item extends Versioned, Values extends object, Body> {
  item: Item | null
  getValues: (item: Item | null) => Values
  check: (
    values: Values,
    item: Item | null,
  ) => ReturnType<SubmissionSteps<Values, Body, Item>["check"]>
  create: (body: Body) => Promise<CallResult<Item>>
  update: (item: Item, expectedUpdatedAt: string, body: Body) => Promise<CallResult<Item>>
  /** Parses the newer item in the response to a save that failed because of a conflict. */
  readCurrent: (json: unknown) => Item | null
  /** Unsaved values with which the form starts. */
  draft?: { values: Values; basedOn: string | null } | null
  /** Whether an item that was deleted on the server can be saved as a new item. The default is true. */
  canRecreate?: boolean
  isDeleted?: boolean
  /** Name of the form, unique in the page. If it is set, typed text survives a reload (kept-text.ts). */
  name?: string
}

export function createEditing<Item extends Versioned, Values extends object, Body extends object>(
  options: EditingOptions<Item, Values, Body>,
) {
  const {
    getValues,
    check,
    create,
    update,
    readCurrent,
    draft = null,
    canRecreate = true,
  } = options
  const createEditingState = (item: Item | null, basedOn = item?.updated_at ?? null) => ({
    status: "editing" as const,
    item,
    basedOn,
    isDeleted: false,
  })
  const $editing = atom<EditingState<Item>>({
    ...createEditingState(
      options.item,
      (options.item && draft?.basedOn) || options.item?.updated_at || null,
    ),
    isDeleted: options.isDeleted ?? false,
  })
  /** Fields that the latest save sends in addition to the form values. */
  let extraFields: object = {}
  const form = createForm<Values, Body, Item>(
    draft?.values ?? getValues(options.item),
    {
      check: (values) => check(values, $editing.get().item),
      send(values) {
        const { item, basedOn } = $editing.get()
        const body = { ...values, ...extraFields }
        return item && basedOn ? update(item, basedOn, body) : create(body)
      },
    },
    options.name,
  )
  const $isDirty = computed(
    [$editing, form.$values],
    ({ item }, values) => !areSameValues(values, getValues(item)),
  )

  /** Continues with the saved item. Keeps values that were typed during the save. */
  function continueWith(saved: Item, sentValues: Values): void {
    const typedValues = form.$values.get()
    $editing.set(createEditingState(saved))
    form.reset(areSameValues(typedValues, sentValues) ? getValues(saved) : typedValues)
  }

  /**
   * Saves the values. Resolves to null without a request during another save or a conflict, or if an upload fails.
   */
  async function save(extra: object = {}): Promise<CallResult<Item> | null> {
    if (form.$uploadCount.get() > 0 && !(await form.waitForUploads())) return null
    const state = $editing.get()
    if (state.status !== "editing" || form.$submission.get().status === "sending") return null
    extraFields = extra
    const sentValues = form.$values.get()
    const result = await form.submit()
    if (!result) return null
    if (result.ok) {
      continueWith(result.body, sentValues)
      return result
    }
    const { item, basedOn } = state
    const { code, current } = result.failure
    const theirs = code === "stale" ? readCurrent(current) : null
    if (theirs) {
      // A newer item with the sent values is usually the result of an earlier save whose response was lost.
      if (areSameValues(getValues(theirs), sentValues) && Object.keys(extra).length === 0) {
        continueWith(theirs, sentValues)
        return { ok: true, body: theirs, headers: new Headers() }
      }
      $editing.set({ status: "conflict", item, basedOn, theirs })
    } else if (code === "not_found" && item && canRecreate) {
      form.reopen()
      $editing.set({ ...createEditingState(null), isDeleted: true })
    }
    return result
  }

  return {
    $editing,
    $isDirty,
    form,
    save,

    discard(): void {
      const { item } = $editing.get()
      $editing.set(createEditingState(item))
      form.reset(getValues(item))
    },

    /**
     * Resolves a conflict: saves the typed values over the other member's changes. `merged` replaces typed values.
     */
    async keepMine(merged: Partial<Values> = {}): Promise<CallResult<Item> | null> {
      const state = $editing.get()
      if (state.status !== "conflict") return null
      $editing.set(createEditingState(state.theirs))
      form.change(merged)
      return await save(extraFields)
    },

    /** Continues with the newer item `theirs` and with merged values, which are not saved yet. */
    rebase(theirs: Item, merged: Values): void {
      $editing.set(createEditingState(theirs))
      form.reset(merged)
    },

    takeTheirs(): void {
      const state = $editing.get()
      if (state.status !== "conflict") return
      $editing.set(createEditingState(state.theirs))
      form.reset(getValues(state.theirs))
    },

    /** Closes the conflict and keeps the typed values. The next save conflicts again. */
    decideLater(): void {
      const state = $editing.get()
      if (state.status !== "conflict") return
      form.reopen()
      $editing.set(createEditingState(state.item, state.basedOn))
    },
  }
}

export type Editing<Item extends Versioned, Values extends object> = ReturnType<
  typeof createEditing<Item, Values, object>
>
