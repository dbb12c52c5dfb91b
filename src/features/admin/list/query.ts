import type { WritableAtom } from "nanostores"

/** Sort orders of lists. `list_admin_rows()` in db/functions/20_admin_lists.sql implements them. */
export const SORTS = ["newest", "oldest", "name", "name_desc", "start", "start_desc"] as const

export type Sort = (typeof SORTS)[number]

export const ROWS_PER_PAGE = 20

/** Values by parameter name. An empty string stands for the default value. */
export type ListQuery = Readonly<Record<string, string>>

/** Allowed values by parameter name: any text, or one value of an array. The first value of an array is the default. */
export type QueryParams = Readonly<Record<string, readonly string[] | "text">>

/** Maximum length of a search text in characters. The API has the same limit. */
const MAX_TEXT_LENGTH = 100

function normalize(value: string, allowed: readonly string[] | "text"): string {
  if (allowed === "text") return value.trim().replace(/\s+/g, " ").slice(0, MAX_TEXT_LENGTH)
  return allowed.indexOf(value) > 0 ? value : ""
}

export function parseQuery(search: string, params: QueryParams): ListQuery {
  const values = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(params).map(([name, allowed]) => [
      name,
      normalize(values.get(name) ?? "", allowed),
    ]),
  )
}

/** Returns a URL's search part with the parameters of a query. Keeps other parameters. */
export function replaceSearchParams(search: string, query: ListQuery): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(query)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  return params.size > 0 ? `?${params}` : ""
}

export const formatSearch = (query: ListQuery): string => replaceSearchParams("", query)

export const isSameQuery = (a: ListQuery, b: ListQuery): boolean =>
  formatSearch(a) === formatSearch(b)

/** Returns whether a query has a search or a filter, not only a sort order. */
export const isNarrowed = ({ sort: _, ...query }: ListQuery): boolean => formatSearch(query) !== ""

/** Creates the function `toApiQuery` of a list that is filtered by default. The filter "all" selects all rows. */
export const withDefaultFilter =
  (defaultFilter: string) =>
  ({ filter = "", ...query }: ListQuery): ListQuery => {
    const chosenFilter = filter || defaultFilter
    return { ...query, filter: chosenFilter === "all" ? "" : chosenFilter }
  }

export const changeQuery = (query: ListQuery, changes: ListQuery, params: QueryParams) =>
  parseQuery(formatSearch({ ...query, ...changes }), params)

/** Keeps the query and the URL in sync. Returns a cleanup function. */
export function followUrl($query: WritableAtom<ListQuery>, params: QueryParams): () => void {
  const takeUrl = () => $query.set(parseQuery(location.search, params))
  takeUrl()
  const stopListening = $query.listen((query) => {
    const search = replaceSearchParams(location.search, query)
    if (search !== location.search) {
      history.replaceState(history.state, "", location.pathname + search)
    }
  })
  addEventListener("popstate", takeUrl)
  return () => {
    stopListening()
    removeEventListener("popstate", takeUrl)
  }
}
