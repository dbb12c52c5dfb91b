import { getCountryColor } from "../../countries.ts"
import { formatDate, getLocalDay } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { shortenToLine } from "../../shared/description.ts"
import { getDayEnd } from "../../shared/zone.ts"
import { Button } from "../../ui/Button.tsx"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { LanguageLabel } from "../../ui/LanguageLabel.tsx"
import { LinkedText } from "../../ui/LinkedText.tsx"
import { EmptyState } from "../../ui/LoadState.tsx"
import { EventDate } from "./EventDate.tsx"
import { EventThumbnail } from "./EventThumbnail.tsx"
import {
  eventPath,
  formatCapacity,
  formatLocation,
  isPostedBySiteEditors,
  localizeEvent,
  type PublicEvent,
} from "./event.ts"
import { SignupLink } from "./SignupLink.tsx"
import { COMPACT_MAX_EVENTS } from "./upcoming.ts"

/** Returns the end of the event's first day (ISO) in the event's time zone. */
export const getStartDayEnd = ({
  start_date,
  time_zone,
}: Pick<PublicEvent, "start_date" | "time_zone">): string =>
  getDayEnd(getLocalDay(start_date, time_zone), time_zone)

interface EventProps {
  locale: Locale
  event: PublicEvent
}

const ROW_CLASS =
  "relative grid grid-cols-[64px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 border-t border-line py-3 *:first:row-span-3 *:last:col-start-3 md:flex md:gap-x-5 data-featured:rounded-card data-featured:border-transparent data-featured:px-3 data-featured:[box-shadow:inset_0_0_0_2px_var(--glow)]"

/** Descriptions are shortened to this number of characters. */
const MAX_DESCRIPTION_LENGTH = 36

export function EventRow({ locale, event }: EventProps) {
  const t = tFor(locale)
  const { title, language, description, descriptionLanguage } = localizeEvent(event, locale)
  const { prize, is_cancelled, team_name, location, is_all_day, signups } = event
  const details = [
    is_all_day
      ? t("calendar:event.allDay")
      : formatDate(event.start_date, "time", locale, event.time_zone),
    location && formatLocation(location),
    team_name,
  ]
  const facts = [
    signups.going > 0 && t("signups:counts.going", { count: signups.going }),
    !is_cancelled &&
      (event.max_participants !== null || (signups.going === 0 && isPostedBySiteEditors(event))) &&
      formatCapacity(event, t),
    prize && t("home:events.prize", { prize }),
  ].filter((fact) => typeof fact === "string")
  return (
    <li
      className={`place-${getCountryColor(event.country)} ${ROW_CLASS}`}
      data-featured={event.featured || undefined}
      data-until={getStartDayEnd(event)}
    >
      <EventDate locale={locale} event={event} hasWeekday />
      <EventThumbnail className="max-md:hidden" event={event} />
      <div className="min-w-0 flex-1 max-md:contents">
        <h3 className="col-span-2 font-sans text-[16px] leading-[1.25] font-semibold tracking-normal">
          <CoverLink
            className={is_cancelled ? "line-through" : ""}
            href={localePath(eventPath(event.slug), locale)}
            lang={getLangAttribute(locale, language)}
          >
            {title}
          </CoverLink>
          {event.featured && <span className="sr-only"> ({t("home:events.featured")})</span>}
        </h3>
        <p className="text-sm text-soft max-md:contents">
          <span className="col-span-2 line-clamp-2">
            {details.filter(Boolean).join("\u00a0· ")}{" "}
            <LanguageLabel locale={locale} language={language} />
          </span>
          {facts.length > 0 && (
            <span className="facts-line">
              {facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          )}
        </p>
        {description && (
          <p
            className="truncate text-sm text-soft max-md:hidden"
            lang={getLangAttribute(locale, descriptionLanguage)}
          >
            <LinkedText text={shortenToLine(description, MAX_DESCRIPTION_LENGTH)} />
          </p>
        )}
      </div>
      {is_cancelled ? (
        <span className="badge border-current text-danger">{t("calendar:event.cancelled")}</span>
      ) : (
        <SignupLink locale={locale} event={event} isMain={event.featured} />
      )}
    </li>
  )
}

interface Props {
  locale: Locale
  heading: "big" | "title"
  events: PublicEvent[]
  /** The event that the page shows anonymous visitors as a poster above the list. The list leaves it out. */
  poster?: PublicEvent | undefined
}

/**
 * Renders the next events at the time of the build. EventListScript.astro later hides events that started before today.
 */
export function EventList({ locale, heading, events, poster }: Props) {
  const t = tFor(locale)
  const rows = events.filter(({ id }) => id !== poster?.id)
  const hiddenCount = rows.length - COMPACT_MAX_EVENTS
  /**
   * Labels of the button for 1, 2, … hidden events. A script chooses one, because later visitors have fewer events
   * left.
   */
  const moreTexts = Array.from({ length: Math.max(hiddenCount, 0) }, (_, i) =>
    t("home:events.more", { count: i + 1 }),
  )
  return (
    <section
      className="wrap section"
      id="events"
      aria-labelledby="events-title"
      hidden={poster && rows.length === 0}
    >
      <div className="section-head">
        <h2 id="events-title">{t(`home:events.${heading}`)}</h2>
        <a className="more" href={localePath("/calendar", locale)}>
          {t("calendar:all")}
        </a>
      </div>
      <ol
        // Styles the facts of all rows here, because classes on each row would make the HTML larger.
        className="border-b border-line md:[&_.facts-line]:ml-3 md:[&_.facts-line]:inline"
        aria-labelledby="events-title"
        hidden={rows.length === 0}
        data-events=""
        data-compact=""
        data-poster-until={poster?.end_date}
      >
        {rows.map((event) => (
          <EventRow key={event.id} locale={locale} event={event} />
        ))}
      </ol>
      <p className="needs-script mt-4">
        <Button
          className="btn-ghost btn-small"
          hidden={hiddenCount <= 0}
          data-events-more={moreTexts.join("|")}
        >
          {moreTexts.at(-1)}
        </Button>
      </p>
      <EmptyState
        title={t("home:events.empty.title")}
        text={t("home:events.empty.text")}
        isHidden={rows.length > 0}
      />
    </section>
  )
}
