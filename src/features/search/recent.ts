/** The searches that led somewhere, in this browser: the last first. */
import { RECENT_SEARCHES } from "../../shared/recent-searches.ts"

const MOST = 5

/** Null where the browser keeps nothing. */
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
    storage()?.setItem(RECENT_SEARCHES, JSON.stringify([query, ...others].slice(0, MOST)))
  } catch {
    // A full storage costs no more than this list.
  }
}
