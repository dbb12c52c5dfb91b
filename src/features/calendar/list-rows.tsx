/** Months, days and rows of the calendar's lists. Builds render them for visitors, islands for members. */
import type { ReactNode, Ref } from "react"
import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import type { Translate } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { LanguageLabel } from "../../ui/LanguageLabel.tsx"
import {
  countFreePlaces,
  formatCapacity,
  formatLocation,
  isOneDayEvent,
  isPostedBySiteEditors,
  localizeEvent,
  type PublicEvent,
  teamPath,
} from "../events/event.ts"
import { formatShortDateAndTime } from "../events/hours.ts"
import { getEventThumbnail } from "../events/picture.ts"
import { formatPlacesLeft } from "../events/signups/counts.ts"
import { isMonth } from "./releases/days.ts"
import { ROW_CLASSES } from "./row-classes.ts"

interface MonthProps {
  locale: Locale
  /** A month (`2026-12`). */
  month: string
  children: ReactNode
}

export const MonthGroup = ({ locale, month, children }: MonthProps) => (
  <section data-month={month}>
    <h2 className={ROW_CLASSES.month}>{formatDate(`${month}-01`, "monthYear", locale, "UTC")}</h2>
    <ol>{children}</ol>
  </section>
)

interface DayProps {
  locale: Locale
  /** A day (`2026-12-05`), or a month (`2026-12`) for releases whose day is unknown. */
  date: string
  isToday?: boolean
  children: ReactNode
}

export function DayGroup({ locale, date, isToday = false, children }: DayProps) {
  const formatPart = (part: "weekday" | "day" | "month") =>
    formatDate(isMonth(date) ? `${date}-01` : date, part, locale, "UTC")
  return (
    <li className={ROW_CLASSES.day} data-day={date} data-today={isToday ? "" : undefined}>
      <p className={ROW_CLASSES.date}>
        <time className={ROW_CLASSES.time} dateTime={date}>
          {isMonth(date) ? (
            formatPart("month")
          ) : (
            <>
              <span>{isToday ? tFor(locale)("calendar:screen.today") : formatPart("weekday")}</span>{" "}
              <b className={ROW_CLASSES.dayNumber}>{formatPart("day")}</b>
            </>
          )}
        </time>
      </p>
      <ul className={ROW_CLASSES.rows}>{children}</ul>
    </li>
  )
}

interface EventProps {
  locale: Locale
  event: PublicEvent
  level: "h3" | "h4"
  /** Path that the row links to, without the locale. */
  path: string
  isPast?: boolean
  /** Whether the row is highlighted. */
  isMarked?: boolean
  ref?: Ref<HTMLLIElement>
  /** Button for the sign-up, or the viewer's answer. */
  signup?: ReactNode
  menu?: ReactNode
  /** Shown above the number of attendees. */
  children?: ReactNode
}

function listDetails(event: PublicEvent, t: Translate): string[] {
  const { max_participants, prize, signups } = event
  const freePlaces = signups.takes_signups ? countFreePlaces(event) : null
  return [
    signups.going > 0 && t("signups:counts.going", { count: signups.going }),
    freePlaces !== null && formatPlacesLeft(signups.going, freePlaces, t),
    freePlaces === null && max_participants !== null && formatCapacity(event, t),
    prize && t("home:events.prize", { prize }),
  ].filter((text) => typeof text === "string")
}

/** Shows a note that registration opens later, for an event of the site's editors that takes no sign-ups yet. */
export const LaterSignup = ({ locale, event }: Pick<EventProps, "locale" | "event">) =>
  !event.signups.takes_signups &&
  isPostedBySiteEditors(event) && (
    <span className="text-end text-sm text-soft @max-xl:text-xs">
      {tFor(locale)("home:events.tba")}
    </span>
  )

/** A row with an event. Narrow lists show fewer details (`@max-xl` hides them). */
export function EventLine(props: EventProps) {
  const { locale, event, level: Heading, path, isPast, isMarked, signup, menu, children } = props
  const t = tFor(locale)
  const { title, language } = localizeEvent(event, locale)
  const { country, location, is_cancelled, team_name, team_slug } = event
  const titleClass = is_cancelled ? `${ROW_CLASSES.title} line-through` : ROW_CLASSES.title
  return (
    <li
      ref={props.ref}
      className={isMarked ? `${ROW_CLASSES.row} ${ROW_CLASSES.markedRow}` : ROW_CLASSES.row}
      data-ends={event.end_date}
      data-past={isPast || undefined}
    >
      <span className={`bar place-${getCountryColor(country)} row-span-3 row-start-1 h-full`} />
      <img
        className={`${ROW_CLASSES.picture} ${is_cancelled ? "opacity-50 grayscale" : ""}`}
        src={getEventThumbnail(event)}
        alt=""
        width="64"
        height="64"
        loading="lazy"
      />
      <Heading className={titleClass} lang={getLangAttribute(locale, language)}>
        <a className={ROW_CLASSES.link} href={localePath(path, locale)}>
          {title}
        </a>
      </Heading>
      <p className={ROW_CLASSES.facts}>
        {isOneDayEvent(event) && !event.is_all_day ? (
          <>
            <span className="@xl:hidden">
              {formatDate(event.start_date, "time", locale, event.time_zone)}
            </span>
            <span className="@max-xl:hidden">{formatShortDateAndTime(event, locale, t)}</span>
          </>
        ) : (
          <span>{formatShortDateAndTime(event, locale, t)}</span>
        )}
        {location &&
          formatLocation(location)
            .split(" · ")
            .map((part) => <span key={part}>{part}</span>)}
        {country && (
          <span className={location ? "@max-xl:sr-only @max-xl:left-0" : ""}>
            {t(`common:countries.${country}`)}
          </span>
        )}
        {team_slug && (
          <span className="@max-xl:hidden">
            <a href={localePath(teamPath(team_slug), locale)}>{team_name}</a>
          </span>
        )}
      </p>
      <div className={ROW_CLASSES.footer}>
        <div className={ROW_CLASSES.details}>
          {is_cancelled && (
            <span className="badge border-current text-danger">
              {t("calendar:event.cancelled")}
            </span>
          )}
          {children}
          <p className="facts-line empty:hidden">
            {listDetails(event, t).map((text) => (
              <span key={text}>{text}</span>
            ))}
          </p>
        </div>
        <div className="flex flex-none items-center justify-end gap-x-2 empty:hidden @xl:col-start-4 @xl:row-span-3 @xl:row-start-1 [&>*]:relative @max-xl:[&>.icon-btn]:-my-1.5">
          {language !== locale && (
            <span className="@max-xl:hidden">
              <LanguageLabel locale={locale} language={language} />
            </span>
          )}
          {/* The menu is before the sign-up, so that the sign-up is at the right edge in all rows. */}
          {menu}
          {signup}
        </div>
      </div>
    </li>
  )
}
