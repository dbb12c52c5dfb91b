import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import type { PublicEvent } from "./event.ts"

interface Props {
  locale: Locale
  event: Pick<PublicEvent, "start_date" | "time_zone">
  hasWeekday?: boolean
}

export function EventDate({ locale, event: { start_date, time_zone }, hasWeekday }: Props) {
  const formatPart = (part: "weekday" | "day" | "month") =>
    formatDate(start_date, part, locale, time_zone)
  return (
    <time className="event-date md:row-span-2" dateTime={start_date}>
      {hasWeekday && <span>{formatPart("weekday")} </span>}
      <b className="font-display text-[27px] leading-[1.1] font-bold tracking-[-0.02em] text-text">
        {formatPart("day")}
      </b>{" "}
      <span>{formatPart("month")}</span>
    </time>
  )
}
