import { atom, computed } from "nanostores"
import * as z from "zod/mini"
import {
  callOrThrow,
  createFetcherStore,
  invalidateKeys,
  toFailure,
} from "../../../islands/query.ts"
import type { Failure } from "../../../shared/call.ts"
import {
  changeQuery,
  formatSearch,
  isSameQuery,
  type ListQuery,
  parseQuery,
  ROWS_PER_PAGE,
} from "./query.ts"
import type { ListResource, Row } from "./resource.ts"

interface LoadedRows<Listed> {
  query: ListQuery
  rows: Listed[]
  /** Cursor of the next page. Undefined on the last page. */
  next: string | undefined
  pages: number
}

export type ListState<Listed> =
  | { status: "loading" }
  | { status: "failed"; failure: Failure }
  | (LoadedRows<Listed> & {
      status: "ready"
      nextPageStatus: "idle" | "loading" | "failed"
      /** Whether the rows belong to the previous query, because the rows of the current query are still loading. */
      isOutdated: boolean
    })

export type Page<Listed> = Pick<LoadedRows<Listed>, "rows" | "next">

type FetchPage<Listed> = (query: ListQuery, cursor?: string) => Promise<Page<Listed>>

const createPageFetcher =
  <Listed extends Row>({ name, row, toApiQuery = (query) => query }: ListResource<Listed>) =>
  async (query: ListQuery, cursor = ""): Promise<Page<Listed>> => {
    const search = formatSearch({ limit: String(ROWS_PER_PAGE), ...toApiQuery(query), cursor })
    const page = z.looseObject({ next: z.optional(z.string()) })
    const { next, [name]: rows } = await callOrThrow(`/api/admin/${name}${search}`, page)
    return { rows: z.parse(z.array(row), rows), next }
  }

const removeDuplicates = <Listed extends Row>(rows: Listed[]) => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

export function createList<Listed extends Row>(
  resource: ListResource<Listed>,
  search = "",
  fetchPage: FetchPage<Listed> = createPageFetcher(resource),
) {
  const { name, params } = resource
  const root = `/api/admin/${name}`
  const $query = atom(parseQuery(search, params))
  const $nextPageStatus = atom<"idle" | "loading" | "failed">("idle")
  let lastLoaded: LoadedRows<Listed> | undefined

  const $loaded = createFetcherStore<LoadedRows<Listed>, unknown>(
    [root, computed($query, formatSearch)],
    {
      onErrorRetry: null,
      async fetcher(_, search) {
        const query = parseQuery(String(search), params)
        const pagesToLoad =
          lastLoaded && isSameQuery(lastLoaded.query, query) ? lastLoaded.pages : 1
        let { rows, next } = await fetchPage(query)
        let pages = 1
        for (; next && pages < pagesToLoad; pages += 1) {
          const page = await fetchPage(query, next)
          rows = removeDuplicates([...rows, ...page.rows])
          next = page.next
        }
        return { query, rows, next, pages }
      },
    },
  )

  const $list = computed(
    [$loaded, $query, $nextPageStatus],
    ({ data, error, loading }, query, nextPageStatus): ListState<Listed> => {
      if (data) lastLoaded = data
      const isCurrent = lastLoaded && isSameQuery(lastLoaded.query, query)
      if (error && !loading && !isCurrent) {
        lastLoaded = undefined
        return { status: "failed", failure: toFailure(error) }
      }
      return lastLoaded
        ? { status: "ready", ...lastLoaded, nextPageStatus, isOutdated: !isCurrent }
        : { status: "loading" }
    },
  )

  /** Changes the loaded rows without a request. Cached results of the list's other queries become invalid. */
  function change(update: (loaded: LoadedRows<Listed>) => LoadedRows<Listed>): void {
    const { data, promise } = $loaded.get()
    if (data) $loaded.mutate(update(data))
    // A running request may return rows from before the change, so the rows are read again after it.
    void promise?.then($loaded.revalidate, () => {})
    invalidateKeys((key) => key !== $loaded.key && String(key).startsWith(root))
  }

  return {
    $list,
    $query,
    setQuery: (changes: ListQuery): void => {
      const query = changeQuery($query.get(), changes, params)
      if (!isSameQuery(query, $query.get())) $query.set(query)
    },
    resetQuery: (): void => $query.set(parseQuery("", params)),

    reload(): void {
      if ($list.get().status === "ready") $loaded.revalidate()
      else $loaded.invalidate()
    },

    async loadMore(): Promise<void> {
      const state = $list.get()
      if (state.status !== "ready" || !state.next || state.isOutdated) return
      if (state.nextPageStatus === "loading") return
      $nextPageStatus.set("loading")
      try {
        const { rows, next } = await fetchPage(state.query, state.next)
        $nextPageStatus.set("idle")
        change((loaded) =>
          isSameQuery(loaded.query, state.query)
            ? {
                ...loaded,
                rows: removeDuplicates([...loaded.rows, ...rows]),
                next,
                pages: loaded.pages + 1,
              }
            : loaded,
        )
      } catch {
        $nextPageStatus.set("failed")
      }
    },

    /** Replaces the row with the same id, or adds the row at the top. */
    put: (saved: Listed): void =>
      change(({ rows, ...loaded }) => ({
        ...loaded,
        rows: rows.some(({ id }) => id === saved.id)
          ? rows.map((row) => (row.id === saved.id ? saved : row))
          : [saved, ...rows],
      })),

    drop: (droppedId: string): void =>
      change(({ rows, ...loaded }) => ({
        ...loaded,
        rows: rows.filter(({ id }) => id !== droppedId),
      })),
  }
}

export type List<Listed extends Row> = ReturnType<typeof createList<Listed>>

export function createSelection<Listed extends Row>({ $list }: Pick<List<Listed>, "$list">) {
  const $ids = atom<readonly string[]>([])
  /** Selected rows that the list contains. Rows that have left the list are not affected by bulk actions. */
  const $selected = computed([$ids, $list], (ids, list) =>
    list.status === "ready" ? list.rows.filter(({ id }) => ids.includes(id)) : [],
  )

  return {
    $selected,
    select(id: string, isSelected: boolean): void {
      const others = $ids.get().filter((selectedId) => selectedId !== id)
      $ids.set(isSelected ? [...others, id] : others)
    },
    selectAll(): void {
      const list = $list.get()
      $ids.set(list.status === "ready" ? list.rows.map(({ id }) => id) : [])
    },
    clear: (): void => $ids.set([]),
  }
}
