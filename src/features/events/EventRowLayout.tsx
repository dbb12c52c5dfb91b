import type { ReactNode } from "react"
import { getCountryColor } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { EventDate } from "./EventDate.tsx"
import { EventThumbnail } from "./EventThumbnail.tsx"
import type { OpenEvent } from "./own-event.ts"

interface Props {
  locale: Locale
  event: Pick<
    OpenEvent,
    | "id"
    | "title"
    | "language"
    | "start_date"
    | "time_zone"
    | "country"
    | "image_url"
    | "is_cancelled"
  > & {
    /** Null for team-only events. */
    slug: string | null
    translations: Record<string, { title: string }>
  }
  /** Path of the event's page without the locale. */
  path: string
  Heading?: "h2" | "h3"
  hasPicture?: boolean
  /** Texts below the title: the time and the place. Falsy entries are left out. */
  facts: (string | null)[]
  /** Shown on phones next to the button, and on wide screens below the facts. */
  details?: ReactNode
  /** The button of the row. A canceled event has a badge instead. */
  action?: ReactNode
  /** End of the event (ISO). On prebuilt pages, a script then sets `data-past` on the row. */
  end?: string
}

/**
 * The layout of a row in lists of events. The whole row is a link to the event. Phones show the picture at the right,
 * wide screens next to the date.
 */
export function EventRowLayout(props: Props) {
  const { locale, event, path, Heading = "h3", hasPicture = false, facts, details, end } = props
  const { title, language } = localize(event, locale)
  const action = event.is_cancelled ? (
    <span className="badge border-current text-danger">
      {tFor(locale)("calendar:event.cancelled")}
    </span>
  ) : (
    props.action
  )
  const textClass = hasPicture ? "max-sm:col-start-2" : "max-sm:col-span-2 max-sm:col-start-2"
  return (
    <li
      className={`place-${getCountryColor(event.country)} relative grid min-h-18 grid-cols-[64px_minmax(0,1fr)_auto] content-center gap-x-3 gap-y-0.5 border-t border-line py-3 *:first:row-span-3 sm:grid-cols-[64px_auto_minmax(0,1fr)_auto] ${hasPicture ? "sm:gap-x-4" : ""}`}
      data-ends={end}
    >
      <EventDate locale={locale} event={event} hasWeekday />
      {hasPicture && (
        <EventThumbnail
          className="row-start-1 self-center max-sm:col-start-3 max-sm:row-span-2 max-sm:size-16 sm:col-start-2 sm:row-span-3"
          event={event}
        />
      )}
      <Heading
        className={`row-start-1 line-clamp-2 self-end text-base wrap-anywhere sm:col-start-3 ${hasPicture ? "max-sm:line-clamp-3" : ""} ${textClass}`}
      >
        <CoverLink
          className={event.is_cancelled ? "line-through" : ""}
          href={localePath(path, locale)}
          lang={getLangAttribute(locale, language)}
        >
          {title}
        </CoverLink>
      </Heading>
      <p className={`row-start-2 line-clamp-2 text-sm text-soft sm:col-start-3 ${textClass}`}>
        {facts.filter(Boolean).join(" · ")}
      </p>
      {(details || action) && (
        <div className="col-start-2 col-end-4 row-start-3 flex items-center justify-between gap-x-3 sm:contents">
          <div className="text-sm text-soft sm:col-start-3 sm:row-start-3">{details}</div>
          {action && (
            <div className="relative flex-none self-center sm:col-start-4 sm:row-span-3 sm:row-start-1">
              {action}
            </div>
          )}
        </div>
      )}
    </li>
  )
}
