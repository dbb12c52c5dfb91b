/** A list that is searched, loaded page by page, and follows what is written here. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import { type Ask, isSameAsk } from "./ask.ts"
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
      /** What these rows answer. */
      ask: Ask
      /** Others are on their way, for another ask or as they are now. */
      isOutdated: boolean
    }

export function createList<Listed extends Row>(
  load: (ask: Ask, cursor?: string) => Promise<Answer<Page<Listed>>>,
  usual: Ask = {},
) {
  const $list = atom<ListState<Listed>>({ status: "loading" })
  const $ask = atom<Ask>(usual)
  let latest = 0

  /** Loads the first page; of two loads at once, the later counts. */
  async function reload(): Promise<void> {
    latest += 1
    const mine = latest
    const ask = $ask.get()
    const before = $list.get()
    if (before.status === "ready") $list.set({ ...before, isOutdated: true })
    else $list.set({ status: "loading" })
    const answer = await load(ask)
    if (mine !== latest) return
    if (!answer.ok) return $list.set({ status: "failed", failure: answer.failure })
    $list.set({ status: "ready", ...answer.body, more: "idle", ask, isOutdated: false })
  }

  async function loadMore(): Promise<void> {
    const state = $list.get()
    if (state.status !== "ready" || !state.next || state.more === "loading") return
    if (state.isOutdated) return
    const mine = latest
    $list.set({ ...state, more: "loading" })
    const answer = await load(state.ask, state.next)
    const now = $list.get()
    if (mine !== latest || now.status !== "ready") return
    if (!answer.ok) return $list.set({ ...now, more: "failed" })
    const { rows, next } = answer.body
    // A row may have come in by a save meanwhile.
    const fresh = rows.filter(({ id }) => now.rows.every((row) => row.id !== id))
    $list.set({ ...now, rows: [...now.rows, ...fresh], next, more: "idle" })
  }

  function change(rowsOf: (rows: Listed[]) => Listed[]): void {
    const state = $list.get()
    if (state.status === "ready") $list.set({ ...state, rows: rowsOf(state.rows) })
  }

  return {
    $list,
    /** What the list is asked for; its rows may still be those of an earlier ask. */
    $ask,
    reload,
    loadMore,

    /** Asks for something else, or for the same when nothing was asked yet. */
    async ask(ask: Ask): Promise<void> {
      if (isSameAsk(ask, $ask.get()) && latest > 0) return
      $ask.set(ask)
      await reload()
    },

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

export type List<Listed extends Row> = ReturnType<typeof createList<Listed>>
