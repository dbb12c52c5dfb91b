/** A list that is loaded page by page, and follows what is written here. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import type { Page, Row } from "./resource.ts"

export type ListState<Listed> =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | {
      status: "ready"
      rows: Listed[]
      /** Where the next page starts; undefined on the last one. */
      next: string | undefined
      more: "idle" | "loading" | "failed"
    }

export function createList<Listed extends Row>(
  load: (cursor?: string) => Promise<Answer<Page<Listed>>>,
) {
  const $list = atom<ListState<Listed>>({ status: "loading" })
  let latest = 0

  /** Loads the first page; of two loads at once, the later counts. */
  async function reload(): Promise<void> {
    latest += 1
    const mine = latest
    if ($list.get().status !== "ready") $list.set({ status: "loading" })
    const answer = await load()
    if (mine !== latest) return
    if (answer.ok) $list.set({ status: "ready", ...answer.body, more: "idle" })
    else $list.set({ status: "failed", failure: answer.failure })
  }

  async function loadMore(): Promise<void> {
    const state = $list.get()
    if (state.status !== "ready" || !state.next || state.more === "loading") return
    const mine = latest
    $list.set({ ...state, more: "loading" })
    const answer = await load(state.next)
    const now = $list.get()
    if (mine !== latest || now.status !== "ready") return
    if (!answer.ok) return $list.set({ ...now, more: "failed" })
    const { rows, next } = answer.body
    // A row may have come in by a save meanwhile.
    const fresh = rows.filter(({ id }) => now.rows.every((row) => row.id !== id))
    $list.set({ status: "ready", rows: [...now.rows, ...fresh], next, more: "idle" })
  }

  function change(rowsOf: (rows: Listed[]) => Listed[]): void {
    const state = $list.get()
    if (state.status === "ready") $list.set({ ...state, rows: rowsOf(state.rows) })
  }

  return {
    $list,
    reload,
    loadMore,
    /** Shows a saved row: in its place, or first when it is new. */
    put: (saved: Listed) =>
      change((rows) =>
        rows.some(({ id }) => id === saved.id)
          ? rows.map((row) => (row.id === saved.id ? saved : row))
          : [saved, ...rows],
      ),
    drop: (gone: string) => change((rows) => rows.filter(({ id }) => id !== gone)),
  }
}
