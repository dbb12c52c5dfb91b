/** What a list is searched for, filtered and sorted by, as the address says it: `?search=…&filter=draft&sort=name`. */
import type { WritableAtom } from "nanostores"

/** Orders of the admin lists; `admin_rows()` in db/functions/20_admin_lists.sql applies them. */
export const SORTS = ["newest", "oldest", "name", "name_desc", "start", "start_desc"] as const

export type Sort = (typeof SORTS)[number]

/** Number of rows of an admin list that one page loads. */
export const ROWS_PER_PAGE = 20

/** By parameter; an empty text is the default. */
export type ListQuery = Readonly<Record<string, string>>

/** What each parameter may say: free text, or one of these words, the first of which is the default. */
export type QueryParams = Readonly<Record<string, readonly string[] | "text">>

/** The longest text; the API reads no more. */
const TEXT_MAX = 100

/** The value as it may be requested; what is unknown, or the default, is empty. */
function normalize(value: string, known: readonly string[] | "text"): string {
  if (known === "text") return value.trim().replace(/\s+/g, " ").slice(0, TEXT_MAX)
  return known.indexOf(value) > 0 ? value : ""
}

/** Reads the query of an address. */
export function parseQuery(search: string, params: QueryParams): ListQuery {
  const given = new URLSearchParams(search)
  return Object.fromEntries(
    Object.entries(params).map(([name, known]) => [name, normalize(given.get(name) ?? "", known)]),
  )
}

/** The same search part of an address with this in it; what else it holds stays. */
export function searchWith(search: string, query: ListQuery): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(query)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  return params.size > 0 ? `?${params}` : ""
}

/** The search part of an address with these alone. */
export const searchOf = (query: ListQuery): string => searchWith("", query)

export const isSameQuery = (one: ListQuery, other: ListQuery): boolean =>
  searchOf(one) === searchOf(other)

/** Whether it leaves rows out; another order does not. */
export const isNarrowed = ({ sort: _, ...query }: ListQuery): boolean => searchOf(query) !== ""

export const changedQuery = (query: ListQuery, changes: ListQuery, params: QueryParams) =>
  parseQuery(searchOf({ ...query, ...changes }), params)

/** From now on the address and the store follow each other. Returns what ends it. */
export function followAddress($query: WritableAtom<ListQuery>, params: QueryParams): () => void {
  const takeAddress = () => $query.set(parseQuery(location.search, params))
  takeAddress()
  const stopListening = $query.listen((query) => {
    const search = searchWith(location.search, query)
    if (search !== location.search) {
      history.replaceState(history.state, "", location.pathname + search)
    }
  })
  addEventListener("popstate", takeAddress)
  return () => {
    stopListening()
    removeEventListener("popstate", takeAddress)
  }
}
