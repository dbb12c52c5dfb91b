/** The state of the editor's dialog: closed, loading, or editing an item. */
import { atom } from "nanostores"
import * as z from "zod/mini"
import type { Answer, Failure, FailureCode } from "../../../shared/call.ts"
import { createEditing, isSame } from "../../../ui/forms/editing.ts"
import type { EditableRow, Resource, Saved } from "../list/resource.ts"
import { type Drafts, draftIdOfNew, idOfNew, NEW, startAutosave } from "./drafts.ts"
import type { SharedDraft } from "./schema.ts"
import { beginWith, type SharedCalls, startSharing } from "./shared-drafts.ts"

/** Failures that are unrelated to the form: the same save may succeed later. */
const OUTAGES: ReadonlySet<FailureCode> = new Set(["unreachable", "database_unavailable"])

export interface EditorOptions<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
> {
  resource: Resource<Listed, Full, Values>
  calls: {
    find: (id: string) => Promise<Answer<Saved<Full>>>
    create: (id: string, body: object) => Promise<Answer<Saved<Full>>>
    update: (id: string, basedOn: string, body: object) => Promise<Answer<Saved<Full>>>
    /** The calls for shared drafts; null if the resource has none. */
    shared: SharedCalls | null
  }
  drafts: Drafts<Values>
  blank: Values
  onSaved: (before: Full | null, saved: Saved<Full>) => void
  /** Called when a save failed, except because of a field or a newer version. */
  onFailed: (failure: Failure, isNew: boolean) => void
  /** Called when a save failed after the dialog was closed. */
  onLateFailure: (failure: Failure) => void
  /** Called when the dialog was closed with unsaved work, which stays as a draft. */
  onDraftStored: (isShared: boolean) => void
}

export interface Beginning<Full> {
  id: string
  /** The id of the draft in this browser. */
  draftId: string
  /** The saved item; null for a new one. */
  item: Saved<Full> | null
  /** The draft on the server. */
  shared: SharedDraft | null
  /** Initial values of a new item, in addition to the blank ones. */
  about?: object
  /** Whether the item was deleted while a draft of it exists. */
  isGone: boolean
  /** Names of other members who have the item open. */
  editors?: string[]
}

/** A newer version than the one that the form started from. It waits until the member has merged it. */
export interface Newer<Values> {
  /** `saved`: a saved version; `draft`: another editor's shared draft; `tab`: the draft of another tab. */
  kind: "saved" | "draft" | "tab"
  values: Values
  /** The common base of the form's values and this version; null if it is unknown. */
  base: Values | null
  /** The name of its author; null if it is unknown. */
  name: string | null
  /** Whether the author is the viewer, in another window. */
  isOwn: boolean
  at: string
  /** Continues with the merged values. */
  accept: (merged: Values) => void
}

/** Interval at which an open editor updates its presence and checks for changes, in milliseconds. */
const LISTEN_MS = 20_000

/** Starts editing an item, with its latest draft if there is one. */
export function startEditing<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>(options: EditorOptions<Listed, Full, Values>, beginning: Beginning<Full>) {
  const { resource, calls, drafts, onSaved, onFailed, onLateFailure } = options
  const { id, item: begunFrom, isGone } = beginning
  let { draftId } = beginning
  let blank = { ...options.blank, ...beginning.about }
  const valuesOf = (item: Saved<Full> | null) => (item ? resource.valuesOf(item) : blank)
  /** Properties that the next save sends in addition to the form's values. */
  const $besides = atom<{ is_correction?: boolean }>({})
  const $newer = atom<Newer<Values> | null>(null)
  const $others = atom<string[]>(beginning.editors ?? [])

  const valuesIn = ({ form }: SharedDraft): Values | null =>
    z.safeParse(resource.values, { ...valuesOf(begunFrom), ...(form ?? {}) }).data ?? null
  const shared = beginning.shared && { draft: beginning.shared, values: valuesIn(beginning.shared) }
  const known = begunFrom
    ? resource.valuesOf(begunFrom)
    : (shared?.values ?? drafts.find(draftId)?.values)
  // Keeps the reference to the original when a translation's draft is discarded or the translation was deleted.
  if (known) blank = { ...blank, ...resource.shared?.about(known) }
  const begun = beginWith(
    drafts.find(draftId),
    shared?.values ? { draft: shared.draft, values: shared.values } : null,
    begunFrom !== null,
  )
  const draft = begun.draft && !isSame(begun.draft.values, valuesOf(begunFrom)) ? begun.draft : null

  const editing = createEditing<Saved<Full>, Values, object>({
    item: begunFrom,
    valuesOf,
    check: resource.check,
    create: (body) => calls.create(id, { ...body, ...draftVersion() }),
    update: (item, basedOn, body) => calls.update(item.id, basedOn, { ...body, ...draftVersion() }),
    readCurrent: (json) => z.safeParse(resource.saved, json).data ?? null,
    draft,
    isGone,
  })
  const { $editing, form } = editing
  /** The draft that the form started with; null after it was saved or discarded. */
  const $restored = atom(
    draft && {
      at: draft.storedAt,
      name: begun.from && !begun.from.is_own ? begun.from.editor_name : null,
    },
  )
  const now = () => {
    const { item, basedOn } = $editing.get()
    return { id: draftId, saved: valuesOf(item), basedOn, server: sharing?.onServer() }
  }
  let sharing: ReturnType<typeof startSharing<Values>> | null = null
  const autosave = startAutosave({
    drafts,
    $values: form.$values,
    isRestored: draft !== null,
    now,
  })
  const { $draft, flush, hasEnded } = autosave

  const draftVersion = () => sharing && { draft_version: sharing.onServer().version }

  sharing =
    calls.shared &&
    startSharing({
      calls: calls.shared,
      id,
      $values: form.$values,
      about: resource.shared?.about ?? (() => ({})),
      valuesIn,
      now,
      begun: begun.server,
      newer: begun.newer,
      onKnown: flush,
      onReachable: noteConnection,
      onNewer: (newer, values) =>
        $newer.set({
          kind: "draft",
          values,
          base: sharing?.onServer().known ?? begun.server.known ?? now().saved,
          name: newer.editor_name,
          isOwn: newer.is_own,
          at: newer.saved_at,
          accept(merged) {
            form.change(merged)
            sharing?.accept(newer, values)
          },
        }),
    })

  /** Returns the common base of both versions. An old draft may be based on an earlier revision. */
  async function baseOf(): Promise<Values | null> {
    const { item, basedOn } = $editing.get()
    if (!item || !basedOn || basedOn === item.updated_at) return valuesOf(item)
    return (await resource.earlier?.(item, basedOn)) ?? null
  }

  const newerOf = async (theirs: Saved<Full>, accept: Newer<Values>["accept"]) => ({
    kind: "saved" as const,
    values: valuesOf(theirs),
    base: await baseOf(),
    ...(resource.savedBy?.(theirs) ?? { name: null, isOwn: false }),
    at: theirs.updated_at,
    accept,
  })

  /** Loads a version that another editor has saved, and offers to merge it. */
  async function meetSaved(): Promise<void> {
    const answer = await calls.find(id)
    const { item, status } = $editing.get()
    if (!answer.ok || hasEnded() || status !== "editing") return
    const theirs = answer.body
    if (item && theirs.updated_at <= item.updated_at) return
    $newer.set(await newerOf(theirs, (merged) => editing.rebase(theirs, merged)))
  }

  /** Clears the message of a save that failed during an outage, once the server answers again. */
  function noteConnection(): void {
    const submission = form.$submission.get()
    const code = submission.status === "open" ? submission.failure?.code : undefined
    if (code && OUTAGES.has(code)) form.reopen()
  }

  async function listen(): Promise<void> {
    const there = await sharing?.listen()
    if (!there || hasEnded()) return
    noteConnection()
    $others.set(there.editors)
    const { item, status } = $editing.get()
    const isNewer = there.updated_at !== null && there.updated_at > (item?.updated_at ?? "")
    const isIdle = status === "editing" && form.$submission.get().status === "open"
    if (isNewer && isIdle && $newer.get()?.kind !== "saved") await meetSaved()
  }

  /** Offers to merge the next draft that another tab of this browser has stored. */
  function meetTabs(): void {
    if ($newer.get()) return
    for (const other of drafts.beside(draftId)) {
      const left = drafts.find(other)
      const own = [form.$values.get(), valuesOf($editing.get().item), begun.server.known]
      if (!left || own.some((values) => values && isSame(values, left.values))) {
        drafts.drop(other)
        continue
      }
      $newer.set({
        kind: "tab",
        values: left.values,
        base: left.server?.known ?? valuesOf($editing.get().item),
        name: null,
        isOwn: true,
        at: left.storedAt,
        accept(merged) {
          form.change(merged)
          flush()
          drafts.drop(other)
        },
      })
      return
    }
  }

  const timer = sharing && setInterval(() => !globalThis.document?.hidden && listen(), LISTEN_MS)
  meetTabs()

  /** Runs a save. Returns whether it succeeded and nothing was typed since. */
  async function finish(save: () => Promise<Answer<Saved<Full>> | null>): Promise<boolean> {
    const before = $editing.get().item
    if (sharing) await sharing.idle()
    const sent = form.$values.get()
    const answer = await save()
    if (!answer?.ok) void sharing?.send()
    if (!answer) return false
    if (answer.ok) {
      const stored = drafts.find(draftId)
      if (!hasEnded() || (stored && isSame(stored.values, sent))) autosave.drop()
      if (draftId === drafts.newId) drafts.renew()
      draftId = answer.body.id
      $restored.set(null)
      $besides.set({})
      if ($newer.get()?.kind === "saved") $newer.set(null)
      if ($newer.get()?.kind !== "draft") await sharing?.settle()
      onSaved(before, answer.body)
    } else if (hasEnded()) {
      onLateFailure(answer.failure)
    } else {
      const { code, errors } = answer.failure
      const isSettled = $editing.get().status === "conflict" || (code === "not_found" && before)
      if (!isSettled && Object.keys(errors).length === 0) {
        onFailed(answer.failure, before === null)
      }
    }
    flush()
    return answer.ok && $draft.get() === "none"
  }

  return {
    ...editing,
    $draft,
    $restored,
    $newer,
    $besides,
    /** Names of other members who have the item open. */
    $others,
    /** The progress of the shared draft; null for resources without shared drafts. */
    sharing: sharing && { $shared: sharing.$shared, $failure: sharing.$failure },
    flush,
    /** Stores everything when the page may be left. */
    leave(): void {
      flush()
      sharing?.leave()
    },
    /** Stores the draft now. Returns whether the server has it. */
    async storeNow(): Promise<boolean> {
      flush()
      await sharing?.send()
      return sharing?.$shared.get() !== "failed"
    },
    /** Retries the failed save. */
    retry(): void {
      if (sharing?.$failure.get()) void sharing.send()
      // With shared drafts, the next presence call shows whether the server can be reached.
      if (sharing) void listen()
      else noteConnection()
    },
    listen,
    end(): void {
      autosave.end()
      sharing?.end()
      if (timer) clearInterval(timer)
    },
    /** Saves the form's values and the properties in `also`, for example whether to publish. */
    save: (also: object = {}) => finish(() => editing.save({ ...$besides.get(), ...also })),
    keepMine: (merged: Partial<Values> = {}) => finish(() => editing.keepMine(merged)),
    /** Returns the newer version of a conflict, to be merged. */
    async newerSaved(): Promise<Newer<Values> | null> {
      const state = $editing.get()
      if (state.status !== "conflict") return null
      return newerOf(state.theirs, () => {})
    },
    acceptNewer(merged: Values): void {
      const newer = $newer.get()
      $newer.set(null)
      newer?.accept(merged)
      flush()
      meetTabs()
    },
    discard(): void {
      editing.discard()
      $restored.set(null)
      flush()
      void sharing?.settle(true)
    },
  }
}

export type Editing<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
> = ReturnType<typeof startEditing<Listed, Full, Values>>

export type EditorState<Listed extends EditableRow, Full extends Listed, Values extends object> =
  | { status: "closed" }
  | { status: "loading"; id: string }
  | { status: "unavailable"; id: string; failure: Failure }
  | {
      status: "open"
      id: string
      /** A number that is different each time the editor opens. */
      opening: number
      editing: Editing<Listed, Full, Values>
    }

export function createEditor<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>(options: EditorOptions<Listed, Full, Values>) {
  const $editor = atom<EditorState<Listed, Full, Values>>({ status: "closed" })
  const { drafts, calls, onDraftStored } = options
  let opening = 0

  /** Closes the editor. Returns false if unsaved work would be lost, unless `evenIfLost` is true. */
  function close(evenIfLost = false): boolean {
    const state = $editor.get()
    if (state.status === "open") {
      const { $draft, sharing, flush, end } = state.editing
      flush()
      if ($draft.get() === "not-stored" && !evenIfLost) return false
      end()
      if ($draft.get() === "stored") onDraftStored(sharing?.$failure.get() === null)
    }
    opening += 1
    $editor.set({ status: "closed" })
    return true
  }

  const begin = (id: string, beginning: Beginning<Full>) =>
    $editor.set({ status: "open", id, opening, editing: startEditing(options, beginning) })

  /** Opens an item by its id, an unsaved item by its draft, or a new one. */
  async function open(asked: string = NEW): Promise<void> {
    if (!close()) return
    const named = options.resource.begin?.(asked)
    const id = named?.id ?? (asked === NEW ? idOfNew(drafts.newId) : asked)
    const begun = draftIdOfNew(id)
    const about = named?.about ?? {}
    if (asked === NEW && !(calls.shared && drafts.find(begun))) {
      return begin(NEW, { id, draftId: begun, item: null, shared: null, isGone: false })
    }
    const mine = opening
    $editor.set({ status: "loading", id: asked })
    const there = await calls.shared?.notePresence(id)
    const known = there?.ok ? there.body : null
    const isBegun =
      known?.updated_at == null &&
      (asked === NEW || !!named || !!known?.draft || !!drafts.find(begun))
    const [answer, draft] = await Promise.all([
      isBegun ? null : calls.find(id),
      known?.draft ? calls.shared?.find(id) : null,
    ])
    if (mine !== opening) return
    const shared = draft?.ok ? draft.body : null
    const draftId = drafts.find(begun) || isBegun ? begun : id
    const beginning = {
      id,
      draftId,
      item: null,
      shared,
      about,
      isGone: false,
      editors: known?.editors ?? [],
    }
    if (!answer) begin(asked, beginning)
    else if (answer.ok) begin(id, { ...beginning, item: answer.body })
    // The item was deleted, but this browser has a draft of it.
    else if (answer.failure.code === "not_found" && drafts.find(id)) {
      begin(id, { ...beginning, draftId: id, isGone: true })
    } else $editor.set({ status: "unavailable", id: asked, failure: answer.failure })
  }

  async function openNew(): Promise<void> {
    if (calls.shared && drafts.find(drafts.newId)) drafts.renew()
    await open()
  }

  return { $editor, open, openNew, close }
}

const PARAM = "edit"

const idInAddress = () => new URLSearchParams(location.search).get(PARAM)

function writeAddress(id: string | null): void {
  const before = idInAddress()
  if (id === before) return
  const query = new URLSearchParams(location.search)
  if (id === null) query.delete(PARAM)
  else query.set(PARAM, id)
  const address = query.size > 0 ? `${location.pathname}?${query}` : location.pathname
  if (before === null) history.pushState({ isOpenedHere: true }, "", address)
  else if (id === null && history.state?.isOpenedHere) history.back()
  else history.replaceState(history.state, "", address)
}

/**
 * Keeps the editor and the address (`?edit=<id>`) in sync, for reloads and the back button. Opens the item in the
 * address first. Returns a function that stops this.
 */
export function followEditorAddress<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>({ $editor, open, close }: ReturnType<typeof createEditor<Listed, Full, Values>>): () => void {
  let stopFollowing = () => {}

  function openFromAddress(): void {
    const id = idInAddress()
    if (id !== null) void open(id)
    else if (!close()) history.forward()
  }

  openFromAddress()
  const stopListening = $editor.subscribe((state) => {
    stopFollowing()
    stopFollowing = () => {}
    if (state.status === "closed") return writeAddress(null)
    if (state.status !== "open") return writeAddress(state.id)
    // A new item gets its id in the address when it is first saved.
    stopFollowing = state.editing.$editing.subscribe(({ item }) =>
      writeAddress(item?.id ?? state.id),
    )
  })
  addEventListener("popstate", openFromAddress)
  return () => {
    stopFollowing()
    stopListening()
    removeEventListener("popstate", openFromAddress)
  }
}
