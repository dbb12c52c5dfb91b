import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"

interface Props {
  locale: Locale
  event: { start_date: string; time_zone: string }
}

export function EventDay({ locale, event: { start_date, time_zone } }: Props) {
  const formatStart = (format: "day" | "month") => formatDate(start_date, format, locale, time_zone)
  return (
    <time
      className="relative grid w-16 flex-none pl-4 text-sm leading-[1.35] text-soft before:absolute before:inset-y-0.5 before:left-0 before:w-1.5 before:rounded-full before:bg-place"
      dateTime={start_date}
    >
      <b className="font-display text-xl leading-[1.1] font-bold text-text">{formatStart("day")}</b>{" "}
      <span>{formatStart("month")}</span>
    </time>
  )
}
