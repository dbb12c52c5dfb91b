import { withStorage } from "./storage.ts"

/** Storage key of the recent searches (features/search/recent.ts). */
export const RECENT_SEARCHES = "recent-searches"

/** Removes the recent searches from the browser. Search itself is loaded only when it is opened. */
export const forgetSearches = (): void =>
  withStorage(() => localStorage.removeItem(RECENT_SEARCHES))
