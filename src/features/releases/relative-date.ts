import { formatDate, formatDays, getLocalDay, MAX_DAYS_IN_WORDS } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { currentTime } from "../../shared/clock.ts"
import { formatReleaseDate } from "./release.ts"
import type { Release } from "./schema.ts"

const MS_PER_DAY = 86_400_000

/**
 * Returns words for a near day, such as "in 3 days", otherwise the date. A date in the current year is written without
 * the year.
 */
export function formatRelativeReleaseDate(
  release: Pick<Release, "release_date" | "date_precision">,
  locale: Locale,
): string {
  if (release.date_precision === "month") return formatReleaseDate(release, locale)
  const day = release.release_date.slice(0, "2026-12-01".length)
  const today = getLocalDay(new Date(currentTime()).toISOString())
  const days = Math.round((Date.parse(day) - Date.parse(today)) / MS_PER_DAY)
  if (Math.abs(days) <= MAX_DAYS_IN_WORDS) return formatDays(days, locale)
  return day.slice(0, 4) === today.slice(0, 4)
    ? formatDate(day, "dayMonth", locale, "UTC")
    : formatReleaseDate(release, locale)
}
