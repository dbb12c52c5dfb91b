/** Keeps what the editor is about in the address (`?edit=<id>`): for reloads, and for "back" on a phone. */
import type { createEditor } from "./editor.ts"
import type { EditableRow } from "./resource.ts"

const PARAM = "edit"

const idInAddress = () => new URLSearchParams(location.search).get(PARAM)

function addressWith(id: string | null): string {
  const query = new URLSearchParams(location.search)
  if (id === null) query.delete(PARAM)
  else query.set(PARAM, id)
  return query.size > 0 ? `${location.pathname}?${query}` : location.pathname
}

function writeAddress(id: string | null): void {
  const before = idInAddress()
  if (id === before) return
  if (before === null) history.pushState({ isOpenedHere: true }, "", addressWith(id))
  else if (id === null && history.state?.isOpenedHere) history.back()
  else history.replaceState(history.state, "", addressWith(id))
}

type Editor<Listed extends EditableRow, Full extends Listed, Values extends object> = ReturnType<
  typeof createEditor<Listed, Full, Values>
>

/** Opens what the address names, and from then on each follows the other. Returns what ends it. */
export function followAddress<
  Listed extends EditableRow,
  Full extends Listed,
  Values extends object,
>({ $editor, open, close }: Editor<Listed, Full, Values>): () => void {
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
    // Something new gets its id when it is first saved.
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
