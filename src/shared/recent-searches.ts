import { withStorage } from "./storage.ts"

export const RECENT_SEARCHES = "recent-searches"

/** Deletes the recent searches. Separate from the search, which a log-out does not load. */
export const forgetSearches = (): void =>
  withStorage(() => localStorage.removeItem(RECENT_SEARCHES))
