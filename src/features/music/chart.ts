/** Trending songs or new albums: as built, brought up to date, and more of them. */
import { atom } from "nanostores"
import type { Answer, Failure } from "../../call.ts"
import type { MusicItem } from "./item.ts"
import type { MusicPage } from "./parse.ts"

export type ChartState =
  /** As the page came. */
  | { status: "built"; isLoadingMore: boolean }
  | {
      status: "ready"
      items: MusicItem[]
      /** The page after them; null when these are all. */
      next: number | null
      isLoadingMore: boolean
    }

export interface ChartSteps {
  fetchPage: (page: number) => Promise<Answer<MusicPage>>
  /** Whether somebody is about to press something: nothing may change under their hand. */
  isInUse: () => boolean
  onFailed: (failure: Failure) => void
}

/** A chart that changed between two answers may have an item on both pages. */
function joined(items: MusicItem[], more: MusicItem[]): MusicItem[] {
  const known = new Set(items.map(({ id }) => id))
  return [...items, ...more.filter(({ id }) => !known.has(id))]
}

export function createChart({ fetchPage, isInUse, onFailed }: ChartSteps) {
  const $chart = atom<ChartState>({ status: "built", isLoadingMore: false })

  /** Brings the built chart up to date; when nobody answers it stays as it is. */
  async function freshen(): Promise<void> {
    const answer = await fetchPage(1)
    const chart = $chart.get()
    if (!answer.ok || answer.body.items.length === 0 || isInUse()) return
    if (chart.status === "built" && !chart.isLoadingMore) {
      $chart.set({ status: "ready", ...answer.body, isLoadingMore: false })
    }
  }

  /** The pages that are missing: a built chart does not know what has changed since. */
  async function fetchMore(): Promise<Answer<MusicPage>> {
    const chart = $chart.get()
    if (chart.status === "built") {
      const first = await fetchPage(1)
      if (!first.ok || first.body.next === null) return first
      const second = await fetchPage(first.body.next)
      if (!second.ok) return second
      const items = joined(first.body.items, second.body.items)
      return { ...second, body: { items, next: second.body.next } }
    }
    const answer = await fetchPage(chart.next ?? 1)
    if (!answer.ok) return answer
    const items = joined(chart.items, answer.body.items)
    return { ...answer, body: { items, next: answer.body.next } }
  }

  async function more(): Promise<void> {
    const chart = $chart.get()
    if (chart.isLoadingMore || (chart.status === "ready" && chart.next === null)) return
    $chart.set({ ...chart, isLoadingMore: true })
    const answer = await fetchMore()
    if (!answer.ok) {
      $chart.set({ ...chart, isLoadingMore: false })
      return onFailed(answer.failure)
    }
    $chart.set({ status: "ready", ...answer.body, isLoadingMore: false })
  }

  return { $chart, freshen, more }
}
