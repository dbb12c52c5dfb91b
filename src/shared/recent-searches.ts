import { withStorage } from "./storage.ts"

export const RECENT_SEARCHES = "recent-searches"

/** Deletes the recent searches. This function is in a separate file, because a log-out does not load the search. */
export const deleteRecentSearches = (): void =>
  withStorage(() => localStorage.removeItem(RECENT_SEARCHES))
