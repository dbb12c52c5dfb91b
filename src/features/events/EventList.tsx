import { getCountryColor } from "../../countries.ts"
import { formatDate, getLocalDay } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { shortenToLine } from "../../shared/description.ts"
import { getDayEnd } from "../../shared/zone.ts"
import { Button } from "../../ui/Button.tsx"
import { LanguageLabel } from "../../ui/LanguageLabel.tsx"
import { LinkedText } from "../../ui/LinkedText.tsx"
import { EmptyState } from "../../ui/LoadState.tsx"
import {
  eventPath,
  formatCapacity,
  isPostedBySiteEditors,
  localizeEvent,
  type PublicEvent,
} from "./event.ts"
import { formatStart } from "./hours.ts"
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

interface DateProps {
  locale: Locale
  event: Pick<PublicEvent, "start_date" | "time_zone">
}

export function EventDate({ locale, event: { start_date, time_zone } }: DateProps) {
  const date = (format: "day" | "month") => formatDate(start_date, format, locale, time_zone)
  return (
    <time className="event-date md:row-span-2" dateTime={start_date}>
      <b className="font-display text-[27px] leading-[1.1] font-bold tracking-[-0.02em] text-text">
        {date("day")}
      </b>{" "}
      <span>{date("month")}</span>
    </time>
  )
}

const ROW =
  "grid grid-cols-[64px_minmax(0,1fr)] items-center gap-x-4 gap-y-2.5 border-t border-line py-5 max-md:gap-x-3 max-md:gap-y-2 max-md:py-4 md:grid-cols-[64px_minmax(0,1fr)_minmax(0,200px)] md:grid-rows-[auto_1fr] lg:grid-cols-[76px_minmax(0,1fr)_minmax(0,240px)_136px] lg:gap-x-6 lg:gap-y-1 lg:p-5.5 data-featured:-my-px data-featured:rounded-card data-featured:border-transparent data-featured:bg-glow-wash data-featured:[box-shadow:inset_0_0_0_2px_var(--glow)] max-lg:data-featured:px-3 [[data-featured]+&]:border-t-transparent"
const ACTION =
  "max-md:ml-auto md:col-start-3 md:justify-self-end lg:col-start-4 lg:row-span-2 lg:row-start-1"

/** Characters of a description that fill two lines on wide screens. */
const DESCRIPTION_SHOWN = 100

export function EventRow({ locale, event }: EventProps) {
  const t = tFor(locale)
  const { title, language, description, descriptionLanguage } = localizeEvent(event, locale)
  const { prize, registration_url, is_cancelled } = event
  const showsCapacity = isPostedBySiteEditors(event) || event.max_participants !== null
  const path = localePath(eventPath(event.slug), locale)
  const signup = registration_url ?? (event.signups.takes_signups ? `${path}#signup` : null)
  const details = [formatStart(event, locale, t), event.team_name, event.location]
  return (
    <li
      className={`place-${getCountryColor(event.country)} ${ROW}`}
      data-featured={event.featured || undefined}
      data-until={getStartDayEnd(event)}
      data-ends={event.end_date}
    >
      <EventDate locale={locale} event={event} />
      <div className={`max-lg:self-start ${description ? "" : "md:row-span-2"}`}>
        <h3>
          <a
            className={`underline-offset-4 hover:underline ${is_cancelled ? "line-through" : ""}`}
            href={path}
            lang={getLangAttribute(locale, language)}
          >
            {title}
          </a>
          {event.featured && <span className="sr-only"> ({t("home:events.featured")})</span>}
        </h3>
        <p className="text-soft max-md:text-md">
          {details.filter(Boolean).join(" · ")}{" "}
          <LanguageLabel locale={locale} language={language} />
        </p>
      </div>
      {description && (
        <p
          className="col-start-2 max-w-[62ch] text-md leading-normal text-soft max-md:line-clamp-2 md:row-start-2"
          lang={getLangAttribute(locale, descriptionLanguage)}
        >
          <LinkedText text={shortenToLine(description, DESCRIPTION_SHOWN)} />
        </p>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2 empty:hidden max-md:col-start-2 md:contents">
        <p className="flex flex-wrap gap-2 *:rounded-[15px] empty:hidden md:col-start-3 md:row-start-1 md:justify-end lg:row-span-2">
          {prize && <span className="badge">{t("home:events.prize", { prize })}</span>}
          {is_cancelled ? (
            <span className="badge border-current text-danger">
              {t("calendar:event.cancelled")}
            </span>
          ) : (
            showsCapacity && <span className="badge">{formatCapacity(event, t)}</span>
          )}
        </p>
        {!is_cancelled &&
          (signup ? (
            <a
              className={`btn btn-small ${event.featured ? "" : "btn-ghost"} ${ACTION}`}
              href={signup}
              {...(registration_url && { rel: "noopener nofollow", target: "_blank" })}
              aria-label={t("signups:signUpFor", { title })}
            >
              {t("signups:signUp")}
            </a>
          ) : (
            isPostedBySiteEditors(event) && (
              <span className={`text-sm text-soft md:text-end ${ACTION}`} aria-disabled="true">
                {t("home:events.tba")}
              </span>
            )
          ))}
      </div>
    </li>
  )
}

interface Props {
  locale: Locale
  events: PublicEvent[]
}

export function EventList({ locale, events }: Props) {
  const t = tFor(locale)
  return (
    <section className="wrap section" id="events" aria-labelledby="events-title">
      <div className="section-head">
        <h2 id="events-title">{t("home:events.title")}</h2>
        <a className="more" href={localePath("/calendar", locale)}>
          {t("calendar:all")}
        </a>
      </div>
      <ol
        className="border-b border-line"
        aria-label={t("home:events.label")}
        hidden={events.length === 0}
        data-events=""
        data-compact=""
      >
        {events.map((event) => (
          <EventRow key={event.id} locale={locale} event={event} />
        ))}
      </ol>
      <p className="needs-script mt-4 md:hidden">
        <Button
          className="btn-ghost btn-small w-full"
          hidden={events.length <= COMPACT_MAX_EVENTS}
          data-events-more=""
        >
          {t("home:events.more", { count: events.length - COMPACT_MAX_EVENTS })}
        </Button>
      </p>
      <EmptyState
        title={t("home:events.empty.title")}
        text={t("home:events.empty.text")}
        isHidden={events.length > 0}
      />
    </section>
  )
}
