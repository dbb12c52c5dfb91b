/** What the list of teams is narrowed to, as the address has it: `?search=…&country=lv&open=1`. */

/** How many teams are shown at first, and more at each press. */
export const TEAMS_SHOWN = 24

export interface Narrowed {
  /** Part of a name or a place. */
  search: string
  /** Empty for all. */
  country: string
  /** Those alone that look for dancers. */
  isOpen: boolean
}

/** The longest search. */
export const SEARCH_MAX = 100

/** Spaces around and between words find nothing else. */
export const tidySearch = (text: string): string =>
  text.trim().replace(/\s+/g, " ").slice(0, SEARCH_MAX)

/** Reads the query of an address. */
export function narrowedBy(query: string): Narrowed {
  const params = new URLSearchParams(query)
  return {
    search: tidySearch(params.get("search") ?? ""),
    country: params.get("country") ?? "",
    isOpen: params.get("open") === "1",
  }
}

/** The same query with this in it; what else it holds stays. */
export function queryFor(query: string, { search, country, isOpen }: Narrowed): string {
  const params = new URLSearchParams(query)
  const put = (name: string, value: string) =>
    value ? params.set(name, value) : params.delete(name)
  put("search", search)
  put("country", country)
  put("open", isOpen ? "1" : "")
  const text = params.toString()
  return text ? `?${text}` : ""
}

export const isSame = (one: Narrowed, other: Narrowed): boolean =>
  queryFor("", one) === queryFor("", other)
