import { withStorage } from "./storage.ts"

export const RECENT_SEARCHES = "recent-searches"

/** Log-outs call this function without loading the search. */
export const forgetSearches = (): void =>
  withStorage(() => localStorage.removeItem(RECENT_SEARCHES))
