/** What the list of teams is narrowed to, as the address says it: `?search=…&country=lv`. */

export const COUNTRIES = ["ee", "lv", "lt"] as const

export type Country = (typeof COUNTRIES)[number]

export interface Narrowed {
  /** Part of a name or a place. */
  search: string
  country: Country | null
}

/** The longest search; the API reads no more. */
export const SEARCH_MAX = 100

export const countryOf = (text: string | null): Country | null =>
  COUNTRIES.find((country) => country === text) ?? null

/** Spaces around and between words find nothing else. */
export const tidySearch = (text: string): string =>
  text.trim().replace(/\s+/g, " ").slice(0, SEARCH_MAX)

/** Reads the query of an address. */
export function narrowedBy(query: string): Narrowed {
  const params = new URLSearchParams(query)
  return {
    search: tidySearch(params.get("search") ?? ""),
    country: countryOf(params.get("country")),
  }
}

/** The same query with this in it; what else it holds stays. */
export function queryFor(query: string, { search, country }: Narrowed): string {
  const params = new URLSearchParams(query)
  const put = (name: string, value: string | null) =>
    value ? params.set(name, value) : params.delete(name)
  put("search", search)
  put("country", country)
  const text = params.toString()
  return text ? `?${text}` : ""
}

export const isSame = (one: Narrowed, other: Narrowed): boolean =>
  one.search === other.search && one.country === other.country

export const isWhole = ({ search, country }: Narrowed): boolean => search === "" && country === null

/** Where the API gives such teams; `cursor` for those after the ones that are known. */
export function listPath({ search, country }: Narrowed, limit: number, cursor?: string): string {
  const params = new URLSearchParams({ limit: String(limit) })
  if (search) params.set("search", search)
  if (country) params.set("country", country)
  if (cursor) params.set("cursor", cursor)
  return `/api/teams?${params}`
}
