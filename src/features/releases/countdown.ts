import { formatDays, MAX_DAYS_IN_WORDS } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { getToday } from "./release.ts"
import type { Release } from "./schema.ts"

const MS_PER_DAY = 86_400_000

/** Returns the number of days from 1970 until today in the Baltics. */
export const getDayNumber = (): number => Date.parse(getToday()) / MS_PER_DAY

/**
 * Returns the time until a release in words, such as "in 3 days" or "today". Returns an empty string if the release is
 * past or far away, or if its day is unknown.
 */
export function countDown(release: Release, locale: Locale): string {
  const days = Date.parse(release.release_date) / MS_PER_DAY - getDayNumber()
  if (release.date_precision === "month" || days < 0 || days > MAX_DAYS_IN_WORDS) return ""
  return formatDays(days, locale)
}
