/** Filter of the list of teams in the URL: `?search=…&country=lv&open=1`. `open=1` selects teams that recruit. */

/** Number of teams that are shown at first, and that each "Load more" adds. */
export const TEAMS_PER_STEP = 24

export interface TeamFilter {
  search: string
  /** Country code, or an empty string for all countries. */
  country: string
  isRecruiting: boolean
}

export const MAX_SEARCH_LENGTH = 100

export const normalizeSearch = (text: string): string =>
  text.trim().replace(/\s+/g, " ").slice(0, MAX_SEARCH_LENGTH)

export function readFilter(query: string): TeamFilter {
  const params = new URLSearchParams(query)
  return {
    search: normalizeSearch(params.get("search") ?? ""),
    country: params.get("country") ?? "",
    isRecruiting: params.get("open") === "1",
  }
}

/** Returns `query` with the parameters of the filter. Keeps all other parameters of `query`. */
export function formatQuery(query: string, { search, country, isRecruiting }: TeamFilter): string {
  const params = new URLSearchParams(query)
  const setOrDelete = (name: string, value: string) =>
    value ? params.set(name, value) : params.delete(name)
  setOrDelete("search", search)
  setOrDelete("country", country)
  setOrDelete("open", isRecruiting ? "1" : "")
  const text = params.toString()
  return text ? `?${text}` : ""
}

export const areSameFilters = (a: TeamFilter, b: TeamFilter): boolean =>
  formatQuery("", a) === formatQuery("", b)
