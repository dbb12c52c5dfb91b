import { formatDate } from "../../i18n/dates.ts"
import { formatDayMonth } from "../../i18n/day-month.ts"
import type { Locale } from "../../i18n/locales.ts"
import { countDown, getDayNumber } from "./countdown.ts"
import { getDateAttribute } from "./release.ts"
import type { Release } from "./schema.ts"

interface Props {
  locale: Locale
  release: Release
}

/** Renders the day and month of a release, or the month if the day is unknown. */
export function ReleaseDate({ locale, release }: Props) {
  const { release_date, date_precision } = release
  return (
    <time dateTime={getDateAttribute(release)}>
      {date_precision === "month"
        ? formatDate(release_date, "monthYear", locale, "UTC")
        : formatDayMonth(release_date, locale, "UTC")}
    </time>
  )
}

/** Renders the days until a release, such as "in 3 days". hide-countdowns.ts hides the text on other days. */
export function ReleaseCountdown({ locale, release }: Props) {
  const text = countDown(release, locale)
  return (
    text && (
      <span className="badge badge-glow" data-today={getDayNumber()}>
        {text}
      </span>
    )
  )
}
