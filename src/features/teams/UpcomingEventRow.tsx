import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { eventPath, localizeEvent, type PublicEvent } from "../events/event.ts"
import { EventDay } from "./EventDay.tsx"

interface Props {
  locale: Locale
  event: PublicEvent
}

export function UpcomingEventRow({ locale, event }: Props) {
  const { title, language } = localizeEvent(event, locale)
  const { start_date, end_date, time_zone, location } = event
  const formatStart = (format: "weekday" | "time") =>
    formatDate(start_date, format, locale, time_zone)
  return (
    <li
      className={`place-${getCountryColor(event.country)} relative flex items-center gap-4 border-t border-line py-3 data-past:hidden`}
      // A script sets `data-past` when the event is over.
      data-ends={end_date}
    >
      <EventDay locale={locale} event={event} />
      <div className="min-w-0">
        <h3 className="text-base" lang={getLangAttribute(locale, language)}>
          <CoverLink href={localePath(eventPath(event.slug), locale)}>{title}</CoverLink>
        </h3>
        <p className="line-clamp-2 text-sm text-soft">
          {[`${formatStart("weekday")} ${formatStart("time")}`, location]
            .filter(Boolean)
            .join(" · ")}
        </p>
      </div>
    </li>
  )
}
