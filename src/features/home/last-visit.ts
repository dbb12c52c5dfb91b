/** Remembers visits to the home page on this device. The page marks items that are newer than the last visit. */
import { withStorage } from "../../shared/storage.ts"

/** Key of two times in milliseconds: the end of the last visit, and the latest page view. A log-out removes the key. */
const VISIT_KEY = "daina:visit"
/** A page view within this time after the previous one belongs to the same visit. */
const MAX_PAUSE_MS = 30 * 60_000
/** If no earlier visit is stored, the content of this period counts as new. */
const DEFAULT_PERIOD_MS = 7 * 86_400_000

/** Returns the end of the last visit in milliseconds, and stores the current page view. */
export function recordVisit(now: number): number {
  const stored = withStorage(() => localStorage.getItem(VISIT_KEY)) ?? ""
  const [end, lastView] = /^\d+ \d+$/.test(stored) ? stored.split(" ").map(Number) : []
  const isSameVisit = lastView !== undefined && now - lastView < MAX_PAUSE_MS
  const lastVisitEnd = (isSameVisit ? end : lastView) ?? now - DEFAULT_PERIOD_MS
  withStorage(() => localStorage.setItem(VISIT_KEY, `${lastVisitEnd} ${now}`))
  return lastVisitEnd
}
