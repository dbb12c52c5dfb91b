import type { ReactNode } from "react"
import { getCountryColor } from "../../../countries.ts"
import type { Locale } from "../../../i18n/locales.ts"
import { localePath } from "../../../i18n/paths.ts"
import { getLangAttribute, localize } from "../../../i18n/translation.ts"
import { CoverLink } from "../../../ui/CoverLink.tsx"
import { EventDate } from "../EventList.tsx"
import type { OpenEvent } from "../own-event.ts"
import { getEventThumbnail } from "../picture.ts"

interface Props {
  locale: Locale
  event: Pick<
    OpenEvent,
    | "id"
    | "slug"
    | "title"
    | "language"
    | "translations"
    | "start_date"
    | "time_zone"
    | "country"
    | "image_url"
    | "is_cancelled"
  >
  /** Path of the event's page without the locale. */
  path: string
  Heading?: "h2" | "h3"
  /** Whether wide screens show the picture of the event. */
  hasPicture?: boolean
  /** Texts below the title: the time and the place. Falsy entries are left out. */
  facts: (string | null)[]
  /** Shown on phones next to the button, and on wide screens below the facts. */
  details?: ReactNode
  action?: ReactNode
}

/** The layout of a row with an event in a member's lists. The whole row is a link to the event. */
export function MemberEventRow(props: Props) {
  const { locale, event, path, Heading = "h3", hasPicture = false, facts, details, action } = props
  const { title, language } = localize(event, locale)
  return (
    <li
      className={`place-${getCountryColor(event.country)} relative grid min-h-18 grid-cols-[64px_minmax(0,1fr)_auto] content-center gap-x-3 gap-y-0.5 border-t border-line py-3 *:first:row-span-3 sm:grid-cols-[64px_auto_minmax(0,1fr)_auto] ${hasPicture ? "sm:gap-x-4" : ""}`}
    >
      <EventDate locale={locale} event={event} hasWeekday />
      {hasPicture && (
        <img
          className={`col-start-2 row-span-3 h-18 w-28 self-center rounded-small bg-night object-cover max-sm:hidden ${event.is_cancelled ? "opacity-50 grayscale" : ""}`}
          src={getEventThumbnail(event)}
          width="112"
          height="72"
          alt=""
          loading="lazy"
          decoding="async"
        />
      )}
      <Heading className="line-clamp-2 self-end text-base wrap-anywhere max-sm:col-span-2 sm:col-start-3">
        <CoverLink
          className={event.is_cancelled ? "line-through" : ""}
          href={localePath(path, locale)}
          lang={getLangAttribute(locale, language)}
        >
          {title}
        </CoverLink>
      </Heading>
      <p className="line-clamp-2 text-sm text-soft max-sm:col-span-2 max-sm:col-start-2 sm:col-start-3">
        {facts.filter(Boolean).join(" · ")}
      </p>
      {details && (
        <div className="text-sm text-soft max-sm:self-center sm:col-start-3">{details}</div>
      )}
      {action && (
        <div className="relative col-start-3 self-center sm:col-start-4 sm:row-span-3 sm:row-start-1">
          {action}
        </div>
      )}
    </li>
  )
}
