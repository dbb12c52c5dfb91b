/** The filter of the team list and its query string: `?search=…&country=lv&open=1`. */

/** Number of teams shown at first, and added by each press of "Show more". */
export const TEAMS_SHOWN = 24

export interface TeamFilter {
  /** Part of a name or location. */
  search: string
  /** Empty for all countries. */
  country: string
  /** True to show only teams that look for dancers. */
  isRecruiting: boolean
}

/** Maximum length of a search in characters. */
export const SEARCH_MAX = 100

/** Trims the search and collapses white space. */
export const tidySearch = (text: string): string =>
  text.trim().replace(/\s+/g, " ").slice(0, SEARCH_MAX)

/** Parses the filter of a query string. */
export function readFilter(query: string): TeamFilter {
  const params = new URLSearchParams(query)
  return {
    search: tidySearch(params.get("search") ?? ""),
    country: params.get("country") ?? "",
    isRecruiting: params.get("open") === "1",
  }
}

/** Returns the query string with this filter, keeping other parameters. */
export function queryFor(query: string, { search, country, isRecruiting }: TeamFilter): string {
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
  queryFor("", a) === queryFor("", b)
