/** The key of the browser's storage under which the recent searches are kept, see features/search/recent.ts. */
export const RECENT_SEARCHES = "recent-searches"

/** Removes the recent searches from the browser. Search itself is loaded only when it is opened. */
export function forgetSearches(): void {
  try {
    localStorage.removeItem(RECENT_SEARCHES)
  } catch {
    // A browser without storage has no recent searches.
  }
}
