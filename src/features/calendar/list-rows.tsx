import type { ReactNode, Ref } from "react"
import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { LanguageLabel } from "../../ui/LanguageLabel.tsx"
import {
  formatCapacity,
  isOfOneDay,
  localizeEvent,
  type PublicEvent,
  teamPath,
} from "../events/event.ts"
import { formatShortDateAndTime } from "../events/hours.ts"
import { isMonth } from "./releases/days.ts"
import { MARK_CLASS, ROW_CLASSES } from "./row-classes.ts"

export const ReleaseMark = () => (
  <span className={MARK_CLASS} aria-hidden="true">
    ♪
  </span>
)

interface DayProps {
  locale: Locale
  /** The date is a month (`2026-12`) if the day is unknown. */
  date: string
  isToday?: boolean
  level?: "h2" | "p"
  children: ReactNode
}

export function DayGroup({
  locale,
  date,
  isToday = false,
  level: Heading = "p",
  children,
}: DayProps) {
  const t = tFor(locale)
  const format = (part: "weekday" | "day" | "month") =>
    formatDate(isMonth(date) ? `${date}-01` : date, part, locale, "UTC")
  return (
    <li className={ROW_CLASSES.day} data-day={date}>
      <Heading className={ROW_CLASSES.date}>
        <time className={ROW_CLASSES.time} dateTime={date}>
          {!isMonth(date) && (
            <>
              <span className={isToday ? "badge badge-glow -ml-1.5 px-1.5 py-0 text-xs" : ""}>
                {isToday ? t("calendar:screen.today") : format("weekday")}
              </span>{" "}
              <b className={ROW_CLASSES.dayNumber}>{format("day")}</b>{" "}
            </>
          )}
          <span>{format("month")}</span>
        </time>
      </Heading>
      <ul>{children}</ul>
    </li>
  )
}

interface EventProps {
  locale: Locale
  event: PublicEvent
  level: "h3" | "h4"
  path: string
  isPast?: boolean
  ref?: Ref<HTMLLIElement>
  state?: ReactNode
  children?: ReactNode
}

export function EventLine(props: EventProps) {
  const { locale, event, level: Heading, path, isPast, state, children } = props
  const t = tFor(locale)
  const { title, language } = localizeEvent(event, locale)
  const { country, location, prize, is_cancelled, team_name, team_slug, max_participants } = event
  const details = [
    prize && t("home:events.prize", { prize }),
    max_participants !== null && formatCapacity(event, t),
  ]
  return (
    <li
      ref={props.ref}
      className={`${ROW_CLASSES.row} data-past:text-soft`}
      data-ends={event.end_date}
      data-past={isPast || undefined}
    >
      <span className={`bar place-${getCountryColor(country)} h-full min-h-9`} />
      <div>
        <Heading
          className={`${ROW_CLASSES.title} ${is_cancelled ? "line-through" : ""}`}
          lang={getLangAttribute(locale, language)}
        >
          <a className={ROW_CLASSES.link} href={localePath(path, locale)}>
            {title}
          </a>
        </Heading>
        <p className={ROW_CLASSES.facts}>
          {isOfOneDay(event) && !event.is_all_day ? (
            <>
              <span className="sm:hidden">
                {formatDate(event.start_date, "time", locale, event.time_zone)}
              </span>
              <span className="max-sm:hidden">{formatShortDateAndTime(event, locale, t)}</span>
            </>
          ) : (
            <span>{formatShortDateAndTime(event, locale, t)}</span>
          )}
          {location && <span className={`${ROW_CLASSES.fact} min-w-12`}>{location}</span>}
          {country && (
            <span className={`${ROW_CLASSES.fact} flex-none ${location ? "max-sm:sr-only" : ""}`}>
              {t(`common:countries.${country}`)}
            </span>
          )}
          {team_slug && (
            <span className={`${ROW_CLASSES.fact} max-md:hidden`}>
              <a href={localePath(teamPath(team_slug), locale)}>{team_name}</a>
            </span>
          )}
          {details.filter(Boolean).map((detail) => (
            <span key={String(detail)} className={`${ROW_CLASSES.fact} flex-none max-lg:hidden`}>
              {detail}
            </span>
          ))}
        </p>
        {children}
      </div>
      <div className="flex items-center gap-x-2 empty:hidden [&>a]:relative [&>button]:relative">
        <span className="max-sm:hidden empty:hidden">
          <LanguageLabel locale={locale} language={language} />
        </span>
        {is_cancelled && (
          <span className="badge border-current text-danger">{t("calendar:event.cancelled")}</span>
        )}
        {state}
      </div>
    </li>
  )
}
