/** The query string is `?search=…&country=lv&open=1`. */

/** Number of teams that are shown at first, and that each "Show more" adds. */
export const TEAMS_SHOWN = 24

export interface TeamFilter {
  search: string
  country: string
  isRecruiting: boolean
}

export const SEARCH_MAX = 100

export const normalizeSearch = (text: string): string =>
  text.trim().replace(/\s+/g, " ").slice(0, SEARCH_MAX)

export function readFilter(query: string): TeamFilter {
  const params = new URLSearchParams(query)
  return {
    search: normalizeSearch(params.get("search") ?? ""),
    country: params.get("country") ?? "",
    isRecruiting: params.get("open") === "1",
  }
}

export function formatQuery(query: string, { search, country, isRecruiting }: TeamFilter): string {
  const params = new URLSearchParams(query)
  const put = (name: string, value: string) =>
    value ? params.set(name, value) : params.delete(name)
  put("search", search)
  put("country", country)
  put("open", isRecruiting ? "1" : "")
  const text = params.toString()
  return text ? `?${text}` : ""
}

export const areSameFilters = (a: TeamFilter, b: TeamFilter): boolean =>
  formatQuery("", a) === formatQuery("", b)
