import { INTL_LOCALES, type Locale } from "../../i18n/locales.ts"
import { getToday } from "./release.ts"
import type { Release } from "./schema.ts"

const DAY_MS = 86_400_000

/** Returns the number of days from 1970 until today in the Baltics. */
export const getDayNumber = (): number => Date.parse(getToday()) / DAY_MS

/** Maximum number of days that are counted down. The date says more about a later release. */
const MAX_COUNTDOWN = 30

/** Returns the time until a release in words, such as "in 3 days" or "today". Empty if it is over or its day is unknown. */
export function countDown(release: Release, locale: Locale): string {
  const days = Date.parse(release.release_date) / DAY_MS - getDayNumber()
  if (release.date_precision === "month" || days < 0 || days > MAX_COUNTDOWN) return ""
  return new Intl.RelativeTimeFormat(INTL_LOCALES[locale], { numeric: "auto" }).format(days, "day")
}
