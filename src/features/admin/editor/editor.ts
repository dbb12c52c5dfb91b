import { atom } from "nanostores"
import type { Failure } from "../../../shared/call.ts"
import { createRandomId } from "../../../shared/random-id.ts"
import type { EditableRow } from "../list/resource.ts"
import { getDraftIdOfNewItem, getIdOfNewItem, isNewItemId } from "./buffer.ts"
import { type Editing, type EditorInput, type EditorOptions, startEditing } from "./editing.ts"

export type EditorState<Full extends EditableRow, Values extends object> =
  | { status: "closed" }
  | { status: "loading"; id: string }
  | { status: "unavailable"; id: string; failure: Failure }
  | {
      status: "open"
      id: string
      /** Number that increases each time an item is opened. */
      opening: number
      editing: Editing<Full, Values>
    }

export function createEditor<Full extends EditableRow, Values extends object>(
  options: EditorOptions<Full, Values>,
) {
  const $editor = atom<EditorState<Full, Values>>({ status: "closed" })
  const { buffer, calls, onDraftStored } = options
  let opening = 0

  /**
   * Closes the editor. If work would be lost and `mayLoseWork` is false, the editor stays open and false is returned.
   */
  function close({ mayLoseWork = false } = {}): boolean {
    const state = $editor.get()
    if (state.status === "open") {
      const { $draft, flush, dispose } = state.editing
      flush()
      const draft = $draft.get()
      if (draft === "not-stored" && !mayLoseWork) return false
      dispose()
      if (draft !== "none" && draft !== "not-stored") onDraftStored(draft !== "in-browser")
    }
    opening += 1
    $editor.set({ status: "closed" })
    return true
  }

  const show = (id: string, input: EditorInput<Full>) =>
    $editor.set({ status: "open", id, opening, editing: startEditing(options, input) })

  const showNew = (draftId: string) =>
    show(draftId, {
      id: getIdOfNewItem(draftId),
      draftId,
      item: null,
      serverDraft: null,
      isDeleted: false,
    })

  /** Opens an item by its id, or a new item by its draft id or by a name that `newItemFor` resolves. */
  async function open(nameOrId: string): Promise<void> {
    if (!close()) return
    const isNewItem = isNewItemId(nameOrId)
    if (isNewItem && !calls.drafts) return showNew(nameOrId)
    const namedItem = options.resource.newItemFor?.(nameOrId)
    const id = namedItem?.id ?? (isNewItem ? getIdOfNewItem(nameOrId) : nameOrId)
    const thisOpening = opening
    $editor.set({ status: "loading", id: nameOrId })
    const presenceResult = await calls.drafts?.reportPresence(id)
    const presence = presenceResult?.ok ? presenceResult.body : null
    const isBuffered = buffer.find(getDraftIdOfNewItem(id)) !== null
    const isNew =
      presence?.updated_at == null && (isNewItem || !!namedItem || !!presence?.draft || isBuffered)
    const [itemResult, draftResult] = await Promise.all([
      isNew ? null : calls.find(id),
      presence?.draft ? calls.drafts?.find(id) : null,
    ])
    if (thisOpening !== opening) return
    const input = {
      id,
      draftId: isNew || isBuffered ? getDraftIdOfNewItem(id) : id,
      item: null,
      serverDraft: draftResult?.ok ? draftResult.body : null,
      initialValues: namedItem?.initialValues ?? {},
      isDeleted: false,
      editors: presence?.editors ?? [],
    }
    if (!itemResult) show(nameOrId, input)
    else if (itemResult.ok) show(id, { ...input, item: itemResult.body })
    else if (itemResult.failure.code === "not_found" && buffer.find(id)) {
      show(id, { ...input, draftId: id, isDeleted: true })
    } else $editor.set({ status: "unavailable", id: nameOrId, failure: itemResult.failure })
  }

  function openNew(): void {
    if (close()) showNew(getDraftIdOfNewItem(createRandomId()))
  }

  return { $editor, open, openNew, close }
}

export type Editor<Full extends EditableRow, Values extends object> = ReturnType<
  typeof createEditor<Full, Values>
>

const ID_PARAM = "edit"

const readIdInUrl = () => new URLSearchParams(location.search).get(ID_PARAM)

/** Writes the id to the URL. Closing an editor that was opened on this page goes back in the history. */
function writeUrl(id: string | null): void {
  const idBefore = readIdInUrl()
  if (id === idBefore) return
  const query = new URLSearchParams(location.search)
  if (id === null) query.delete(ID_PARAM)
  else query.set(ID_PARAM, id)
  const url = query.size > 0 ? `${location.pathname}?${query}` : location.pathname
  if (idBefore === null) history.pushState({ isOpenedHere: true }, "", url)
  else if (id === null && history.state?.isOpenedHere) history.back()
  else history.replaceState(history.state, "", url)
}

/** Keeps the editor and the URL (`?edit={id}`) in sync. Returns a cleanup function. */
export function followEditorUrl<Full extends EditableRow, Values extends object>({
  $editor,
  open,
  close,
}: Editor<Full, Values>): () => void {
  let stopFollowing = () => {}

  function openFromUrl(): void {
    const id = readIdInUrl()
    if (id !== null) void open(id)
    else if (!close()) history.forward()
  }

  openFromUrl()
  const stopListening = $editor.subscribe((state) => {
    stopFollowing()
    stopFollowing = () => {}
    if (state.status === "closed") return writeUrl(null)
    if (state.status !== "open") return writeUrl(state.id)
    stopFollowing = state.editing.$editing.subscribe(({ item }) => writeUrl(item?.id ?? state.id))
  })
  addEventListener("popstate", openFromUrl)
  return () => {
    stopFollowing()
    stopListening()
    removeEventListener("popstate", openFromUrl)
  }
}
