/** Editing something that others edit, too: a save names the version it began from, and meets a newer one as a conflict. */
import { atom, computed } from "nanostores"
import type { Answer } from "../../shared/call.ts"
import { createForm } from "./form.ts"
import type { SubmissionSteps } from "./submission.ts"

export interface Versioned {
  /** Says which version it is. */
  updated_at: string
}

export type EditingState<Item> =
  | {
      status: "editing"
      /** What the form began from; null for something new. */
      item: Item | null
      /** The version that a save may replace; older than `item` for a draft of an earlier day. */
      basedOn: string | null
      /** Somebody else deleted it: saving makes it anew. */
      isGone: boolean
    }
  /** A save met a newer version than the one it was based on. */
  | { status: "conflict"; item: Item | null; basedOn: string | null; theirs: Item }

export interface EditingOptions<Item extends Versioned, Values extends object, Body> {
  /** Null for something new. */
  item: Item | null
  valuesOf: (item: Item | null) => Values
  check: SubmissionSteps<Values, Body, Item>["check"]
  create: (body: Body) => Promise<Answer<Item>>
  update: (item: Item, basedOn: string, body: Body) => Promise<Answer<Item>>
  /** The newer version out of a refusal; null when there is none in it. */
  readCurrent: (json: unknown) => Item | null
  /** What the form begins with, when that is not what is saved, and what that was based on. */
  draft?: { values: Values; basedOn: string | null } | null
  /** Whether what somebody else deleted can be made anew. */
  canRecreate?: boolean
  /** It was deleted before the editing began. */
  isGone?: boolean
  /** As of `createForm`. */
  name?: string
}

export const isEqualValue = (one: unknown, other: unknown) =>
  Object.is(one, other) || JSON.stringify(one) === JSON.stringify(other)

/** The names of the fields whose values differ. */
export function differingFields<Values extends object>(one: Values, other: Values): string[] {
  const others = new Map(Object.entries(other))
  return Object.entries(one)
    .filter(([name, value]) => !isEqualValue(value, others.get(name)))
    .map(([name]) => name)
}

/** Returns the fields that differ from `base`, with their current values. */
export function changedFields<Values extends object>(now: Values, base: Values): Partial<Values>
export function changedFields(now: object, base: object): object {
  const names = differingFields(now, base)
  return Object.fromEntries(Object.entries(now).filter(([name]) => names.includes(name)))
}

export const isSame = <Values extends object>(one: Values, other: Values): boolean =>
  differingFields(one, other).length === 0

export function createEditing<Item extends Versioned, Values extends object, Body extends object>(
  options: EditingOptions<Item, Values, Body>,
) {
  const { valuesOf, check, create, update, readCurrent, draft = null, canRecreate = true } = options
  const editing = (item: Item | null, basedOn = item?.updated_at ?? null) => ({
    status: "editing" as const,
    item,
    basedOn,
    isGone: false,
  })
  const $editing = atom<EditingState<Item>>({
    ...editing(options.item, (options.item && draft?.basedOn) || options.item?.updated_at || null),
    isGone: options.isGone ?? false,
  })
  /** What is saved beside the form's values. */
  let besides: object = {}
  const form = createForm<Values, Body, Item>(
    draft?.values ?? valuesOf(options.item),
    {
      check,
      send(values) {
        const { item, basedOn } = $editing.get()
        const body = { ...values, ...besides }
        return item && basedOn ? update(item, basedOn, body) : create(body)
      },
    },
    options.name,
  )
  const $isDirty = computed(
    [$editing, form.$values],
    ({ item }, values) => !isSame(values, valuesOf(item)),
  )

  /** `sent` is what the answer is about: more may have been typed since. */
  function settle(saved: Item, sent: Values): void {
    const typed = form.$values.get()
    $editing.set(editing(saved))
    // The server trims what is sent to it.
    form.reset(isSame(typed, sent) ? valuesOf(saved) : typed)
  }

  /** Resolves to null if nothing was sent: during another save or an open conflict, or after a failed upload. */
  async function save(also: object = {}): Promise<Answer<Item> | null> {
    if (form.$pending.get() > 0 && !(await form.ready())) return null
    const state = $editing.get()
    if (state.status !== "editing" || form.$submission.get().status === "sending") return null
    besides = also
    const sent = form.$values.get()
    const answer = await form.submit()
    if (!answer) return null
    if (answer.ok) {
      settle(answer.body, sent)
      return answer
    }
    const { item, basedOn } = state
    const { code, current } = answer.failure
    const theirs = code === "stale" ? readCurrent(current) : null
    if (theirs) {
      // The answer to an earlier try got lost, and what is there is this very text.
      if (isSame(valuesOf(theirs), sent) && Object.keys(also).length === 0) {
        settle(theirs, sent)
        return { ok: true, body: theirs, headers: new Headers() }
      }
      $editing.set({ status: "conflict", item, basedOn, theirs })
    } else if (code === "not_found" && item && canRecreate) {
      form.reopen()
      $editing.set({ ...editing(null), isGone: true })
    }
    return answer
  }

  return {
    $editing,
    $isDirty,
    form,
    save,

    /** Goes back to what is saved. */
    discard(): void {
      const { item } = $editing.get()
      $editing.set(editing(item))
      form.reset(valuesOf(item))
    },

    /** In a conflict: saves over their version, maybe with what was made of both. */
    async keepMine(merged: Partial<Values> = {}): Promise<Answer<Item> | null> {
      const state = $editing.get()
      if (state.status !== "conflict") return null
      $editing.set(editing(state.theirs))
      form.change(merged)
      return await save(besides)
    },

    /** Goes on from a newer version, with what was made of it and of what is typed here. */
    rebase(theirs: Item, merged: Values): void {
      $editing.set(editing(theirs))
      form.reset(merged)
    },

    /** In a conflict: goes on with their version; what was typed here is gone. */
    takeTheirs(): void {
      const state = $editing.get()
      if (state.status !== "conflict") return
      $editing.set(editing(state.theirs))
      form.reset(valuesOf(state.theirs))
    },

    /** In a conflict: back to the form, both versions as they are. The next save asks again. */
    decideLater(): void {
      const state = $editing.get()
      if (state.status !== "conflict") return
      form.reopen()
      $editing.set(editing(state.item, state.basedOn))
    },
  }
}

export type Editing<Item extends Versioned, Values extends object> = ReturnType<
  typeof createEditing<Item, Values, object>
>
