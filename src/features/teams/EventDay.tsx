import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"

interface Props {
  locale: Locale
  event: { start_date: string; time_zone: string }
}

export function EventDay({ locale, event: { start_date, time_zone } }: Props) {
  const formatStart = (format: "day" | "month") => formatDate(start_date, format, locale, time_zone)
  return (
    <time className="event-date" dateTime={start_date}>
      <b className="font-display text-xl leading-[1.1] font-bold text-text">{formatStart("day")}</b>{" "}
      <span>{formatStart("month")}</span>
    </time>
  )
}
