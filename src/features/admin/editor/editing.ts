import { atom } from "nanostores"
import * as z from "zod/mini"
import type { CallResult, Failure, FailureCode } from "../../../shared/call.ts"
import { areSameValues } from "../../../ui/forms/changed-fields.ts"
import { createEditing } from "../../../ui/forms/editing.ts"
import type { EditableRow, EditorResource, Saved } from "../list/resource.ts"
import type { DraftBuffer } from "./buffer.ts"
import type { EditorCalls } from "./calls.ts"
import { chooseDraft, startDraft } from "./draft.ts"
import type { ServerDraft } from "./schema.ts"

/** Failures whose message is cleared once the server responds again. */
const OUTAGES: ReadonlySet<FailureCode> = new Set(["unreachable", "database_unavailable"])

/** Milliseconds between two requests of an open editor that report its presence and check for newer versions. */
const PRESENCE_INTERVAL_MS = 20_000

export interface EditorOptions<Full extends EditableRow, Values extends object> {
  resource: EditorResource<Full, Values>
  calls: EditorCalls<Full>
  buffer: DraftBuffer<Values>
  /** Values of a new item. */
  blank: Values
  onSaved: (before: Full | null, saved: Saved<Full>) => void
  /** Called when a save failed, but not because of invalid fields, a newer version or a deleted item. */
  onFailed: (failure: Failure, isNew: boolean) => void
  /** Called when a save failed after the editor was closed. */
  onLateFailure: (failure: Failure) => void
  onDraftStored: (isOnServer: boolean) => void
}

export interface EditorInput<Full> {
  id: string
  /** Id of the draft in the browser (buffer.ts). */
  draftId: string
  item: Saved<Full> | null
  serverDraft: ServerDraft | null
  initialValues?: object
  isDeleted: boolean
  editors?: string[]
}

export interface NewerVersion<Values> {
  /** `saved`: a saved version. `draft`: the draft on the server. `tab`: a draft of another tab. */
  kind: "saved" | "draft" | "tab"
  values: Values
  /** The version that this version and the form have both changed. Null if it cannot be loaded. */
  base: Values | null
  name: string | null
  isOwn: boolean
  savedAt: string
  accept: (merged: Values) => void
}

/** Starts editing an item. `$newerVersion` is a version of another editor, device or tab that the member can merge. */
export function startEditing<Full extends EditableRow, Values extends object>(
  options: EditorOptions<Full, Values>,
  input: EditorInput<Full>,
) {
  const { resource, calls, buffer, onSaved, onFailed, onLateFailure } = options
  const { id, item: openedItem, isDeleted } = input
  const { getAccessFields = () => ({}) } = resource.serverDrafts ?? {}
  let { draftId } = input
  let blank = { ...options.blank, ...input.initialValues }
  const getItemValues = (item: Saved<Full> | null) => (item ? resource.getValues(item) : blank)
  const $extraFields = atom<{ is_correction?: boolean }>({})
  const $newerVersion = atom<NewerVersion<Values> | null>(null)
  const $conflict = atom<NewerVersion<Values> | null>(null)
  const $otherEditors = atom<string[]>(input.editors ?? [])

  const parseValues = ({ form }: ServerDraft): Values | null =>
    z.safeParse(resource.values, { ...getItemValues(openedItem), ...(form ?? {}) }).data ?? null
  const onServer = input.serverDraft && {
    draft: input.serverDraft,
    values: parseValues(input.serverDraft),
  }
  const [buffered = null, ...otherTabDrafts] = buffer.listCopies(draftId)
  const firstValues = openedItem
    ? getItemValues(openedItem)
    : (onServer?.values ?? buffered?.values)
  // Discarding a new translation must not reset its language and the id of its original article.
  if (firstValues) blank = { ...blank, ...getAccessFields(firstValues) }
  const initial = chooseDraft<Values>(
    buffered,
    onServer?.values ? { draft: onServer.draft, values: onServer.values } : null,
  )
  const initialDraft =
    initial.draft && !areSameValues(initial.draft.values, getItemValues(openedItem))
      ? initial.draft
      : null

  const withDraftVersion = (body: object): object => ({
    ...body,
    ...(calls.drafts && { draft_version: draft.getVersion() }),
  })
  const editing = createEditing<Saved<Full>, Values, object>({
    item: openedItem,
    getValues: getItemValues,
    check: resource.check,
    create: (body) => calls.create(id, withDraftVersion(body)),
    update: (item, expectedUpdatedAt, body) =>
      calls.update(item.id, expectedUpdatedAt, withDraftVersion(body)),
    readCurrent: (json) => z.safeParse(resource.saved, json).data ?? null,
    draft: initialDraft,
    isDeleted,
  })
  const { $editing, form } = editing
  /**
   * Time and author of the draft that the form started with. Null without a draft, or after it was saved or discarded.
   */
  const $restoredDraft = atom(
    initialDraft && {
      savedAt: initialDraft.storedAt,
      name:
        initial.serverDraft && !initial.serverDraft.is_own ? initial.serverDraft.editor_name : null,
    },
  )
  const getCurrent = () => {
    const { item, basedOn } = $editing.get()
    return { draftId, saved: getItemValues(item), basedOn }
  }

  function clearOutageFailure(): void {
    const submission = form.$submission.get()
    const code = submission.status === "open" ? submission.failure?.code : undefined
    if (code && OUTAGES.has(code)) form.reopen()
  }

  const draft = startDraft<Values>({
    buffer,
    server: calls.drafts,
    id,
    $values: form.$values,
    getCurrent,
    getAccessFields,
    parseValues,
    initial,
    onReachable: clearOutageFailure,
    onNewerDraft: (newerDraft, base) =>
      $newerVersion.set({
        kind: "draft",
        values: newerDraft.values,
        base: base ?? getCurrent().saved,
        name: newerDraft.draft.editor_name,
        isOwn: newerDraft.draft.is_own,
        savedAt: newerDraft.draft.saved_at,
        accept(merged) {
          form.change(merged)
          draft.accept(newerDraft)
        },
      }),
  })
  // startDraft() has stored the unsaved values as this editor's copy, so the copy of the earlier editor is dropped.
  if (buffered) buffer.drop(draftId, buffered.writer)

  /** Returns the values of the version that the form is based on. Null if they cannot be loaded. */
  async function loadBase(): Promise<Values | null> {
    const { item, basedOn } = $editing.get()
    if (!item || !basedOn || basedOn === item.updated_at) return getItemValues(item)
    return (await resource.loadEarlierValues?.(item, basedOn)) ?? null
  }

  const createSavedVersion = async (
    theirs: Saved<Full>,
    accept: NewerVersion<Values>["accept"],
  ) => ({
    kind: "saved" as const,
    values: getItemValues(theirs),
    base: await loadBase(),
    ...(resource.getLastEditor?.(theirs) ?? { name: null, isOwn: false }),
    savedAt: theirs.updated_at,
    accept,
  })

  async function offerSaved(): Promise<void> {
    const result = await calls.find(id)
    const { item, status } = $editing.get()
    if (!result.ok || draft.isDisposed() || status !== "editing") return
    const theirs = result.body
    if (item && theirs.updated_at <= item.updated_at) return
    $newerVersion.set(await createSavedVersion(theirs, (merged) => editing.rebase(theirs, merged)))
  }

  async function pollPresence(): Promise<void> {
    const present = await draft.pollPresence()
    if (!present || draft.isDisposed()) return
    clearOutageFailure()
    $otherEditors.set(present.editors)
    const { item, status } = $editing.get()
    const isNewer = present.updated_at !== null && present.updated_at > (item?.updated_at ?? "")
    const isIdle = status === "editing" && form.$submission.get().status === "open"
    if (isNewer && isIdle && $newerVersion.get()?.kind !== "saved") await offerSaved()
  }

  /**
   * Offers the next draft of another tab for a merge. Drops drafts that equal the form, the saved item or the server's
   * draft.
   */
  function offerNextCopy(): void {
    const copy = $newerVersion.get() ? undefined : otherTabDrafts.shift()
    if (!copy) return
    const { values, base, storedAt, writer } = copy
    const ownValues = [form.$values.get(), getCurrent().saved, draft.getConfirmedValues()]
    if (ownValues.some((own) => own && areSameValues(own, values))) {
      buffer.drop(draftId, writer)
      offerNextCopy()
      return
    }
    $newerVersion.set({
      kind: "tab",
      values,
      base: base?.values ?? getCurrent().saved,
      name: null,
      isOwn: true,
      savedAt: storedAt,
      accept(merged) {
        form.change(merged)
        draft.flush()
        buffer.drop(draftId, writer)
      },
    })
  }

  const timer =
    calls.drafts &&
    setInterval(() => !globalThis.document?.hidden && pollPresence(), PRESENCE_INTERVAL_MS)
  offerNextCopy()

  /** Runs a save and updates the draft. Returns whether the save has succeeded and left no unsaved work. */
  async function finish(save: () => Promise<CallResult<Saved<Full>> | null>): Promise<boolean> {
    const before = $editing.get().item
    $conflict.set(null)
    if (calls.drafts) await draft.waitForPendingRequest()
    const result = await save()
    if (!result?.ok) void draft.send()
    if (!result) return false
    if (result.ok) {
      draft.dropBuffered()
      draftId = result.body.id
      $restoredDraft.set(null)
      $extraFields.set({})
      if ($newerVersion.get()?.kind === "saved") $newerVersion.set(null)
      if ($newerVersion.get()?.kind !== "draft") await draft.markServerDraftDeleted()
      draft.flush()
      onSaved(before, result.body)
    } else if (draft.isDisposed()) {
      onLateFailure(result.failure)
    } else {
      const { code, errors } = result.failure
      const state = $editing.get()
      if (state.status === "conflict")
        $conflict.set(await createSavedVersion(state.theirs, () => {}))
      const isShownInDialog = state.status === "conflict" || (code === "not_found" && before)
      if (!isShownInDialog && Object.keys(errors).length === 0) {
        onFailed(result.failure, before === null)
      }
      draft.flush()
    }
    return result.ok && draft.$state.get() === "none"
  }

  return {
    ...editing,
    $restoredDraft,
    $newerVersion,
    $conflict,
    $extraFields,
    $otherEditors,
    $draft: draft.$state,
    $draftFailure: draft.$failure,
    flush: draft.flush,
    leave: draft.leave,
    /** Sends the draft at once. Returns true if the server has all work. */
    async storeNow(): Promise<boolean> {
      await draft.send()
      draft.flush()
      return ["none", "on-server"].includes(draft.$state.get())
    },
    /** Sends a failed draft again and polls the presence. Without server drafts, clears the message of an outage. */
    retry(): void {
      if (draft.$failure.get()) void draft.send()
      if (calls.drafts) void pollPresence()
      else clearOutageFailure()
    },
    dispose(): void {
      draft.dispose()
      if (timer) clearInterval(timer)
    },
    save: (extraFields: object = {}) =>
      finish(() => editing.save({ ...$extraFields.get(), ...extraFields })),
    keepMine: (merged: Partial<Values> = {}) => finish(() => editing.keepMine(merged)),
    acceptNewer(merged: Values): void {
      const newerVersion = $newerVersion.get()
      $newerVersion.set(null)
      newerVersion?.accept(merged)
      draft.flush()
      offerNextCopy()
    },
    discard(): void {
      editing.discard()
      $restoredDraft.set(null)
      draft.flush()
      void draft.deleteServerDraft()
    },
  }
}

export type Editing<Full extends EditableRow, Values extends object> = ReturnType<
  typeof startEditing<Full, Values>
>
