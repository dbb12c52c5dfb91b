/** The latest searches in this browser that led to a page, newest first. */
import { RECENT_SEARCHES } from "../../shared/recent-searches.ts"

const MAX_RECENT = 5

/** Returns null when the browser blocks storage. */
function storage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(storage()?.getItem(RECENT_SEARCHES) ?? "[]")
    return Array.isArray(stored) ? stored.filter((query) => typeof query === "string") : []
  } catch {
    return []
  }
}

export function addRecentSearch(query: string): void {
  const others = recentSearches().filter((other) => other !== query)
  try {
    storage()?.setItem(RECENT_SEARCHES, JSON.stringify([query, ...others].slice(0, MAX_RECENT)))
  } catch {
    // When the storage is full, the search is not remembered.
  }
}
