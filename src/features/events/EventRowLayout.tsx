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
  /** Path that the row links to, without the locale. */
  path: string
  Heading?: "h2" | "h3"
  time: string
  /** The formatted location, or the team of an event without a location. */
  place: string | null
  /** Content next to the button on phones, and below the time and place on wide screens. */
  details?: ReactNode
  /** The button of the row. A canceled event has a badge instead. */
  action?: ReactNode
  /** End of the event (ISO). A script on prebuilt pages sets `data-past` on the row when the event is over. */
  end?: string
}

/** On phones, a button is 36 pixels high, but reacts to taps on 44 pixels. */
const ACTION_CLASS =
  "relative flex-none max-sm:*:relative max-sm:*:min-h-9 max-sm:*:py-0 max-sm:*:text-sm max-sm:*:after:absolute max-sm:*:after:inset-x-0 max-sm:*:after:-inset-y-1 sm:col-start-4 sm:row-span-3 sm:row-start-1 sm:self-center"

/**
 * The layout of a row in lists of events. The whole row is a link to the event. Phones show the picture at the right,
 * as high as the title and the place together. Wide screens show it next to the date.
 */
export function EventRowLayout(props: Props) {
  const { locale, event, path, Heading = "h3", time, place, details, end } = props
  const { title, language } = localize(event, locale)
  const action = event.is_cancelled ? (
    <span className="badge border-current text-danger">
      {tFor(locale)("calendar:event.cancelled")}
    </span>
  ) : (
    props.action
  )
  const hasFooter = Boolean(details || action)
  return (
    <li
      className={`place-${getCountryColor(event.country)} relative grid min-h-18 grid-cols-[64px_minmax(0,1fr)_auto] gap-x-3 border-t border-line py-2.5 *:first:row-span-3 max-sm:grid-rows-[auto_auto_1fr] sm:grid-cols-[64px_auto_minmax(0,1fr)_auto] sm:content-center sm:gap-x-4`}
      data-ends={end}
    >
      <EventDate locale={locale} event={event} hasWeekday />
      <EventThumbnail
        className="row-start-1 max-sm:col-start-3 max-sm:row-span-2 max-sm:size-11 sm:col-start-2 sm:row-span-3 sm:self-center"
        event={event}
      />
      <Heading className="row-start-1 line-clamp-2 font-sans text-[16px] leading-[1.25] font-semibold tracking-normal wrap-anywhere max-sm:col-start-2 sm:col-start-3 sm:self-end">
        <CoverLink
          className={event.is_cancelled ? "line-through" : ""}
          href={localePath(path, locale)}
          lang={getLangAttribute(locale, language)}
        >
          {title}
        </CoverLink>
      </Heading>
      <p className="facts-line row-start-2 text-sm text-soft mt-1 max-sm:col-start-2 sm:col-start-3 sm:self-end">
        {[time, ...(place?.split(" · ") ?? [])].map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {hasFooter && (
        <div className="col-start-2 col-end-4 row-start-3 mt-2 flex items-center justify-between gap-x-3 sm:contents">
          <div className="text-sm text-soft max-sm:text-xs sm:col-start-3 sm:row-start-3">
            {details}
          </div>
          {action && <div className={ACTION_CLASS}>{action}</div>}
        </div>
      )}
    </li>
  )
}
