import { RECENT_SEARCHES } from "../../shared/recent-searches.ts"
import { withStorage } from "../../shared/storage.ts"

const MAX_RECENT = 5

export function listRecentSearches(): string[] {
  const searches: unknown = withStorage(() =>
    JSON.parse(localStorage.getItem(RECENT_SEARCHES) ?? "[]"),
  )
  return Array.isArray(searches) ? searches.filter((query) => typeof query === "string") : []
}

export function addRecentSearch(query: string): void {
  const otherSearches = listRecentSearches().filter((other) => other !== query)
  const searches = [query, ...otherSearches].slice(0, MAX_RECENT)
  withStorage(() => localStorage.setItem(RECENT_SEARCHES, JSON.stringify(searches)))
}
