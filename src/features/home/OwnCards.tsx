/** A member's join requests, offered places and next events. Buttons answer an event. */
import { useStore } from "@nanostores/react"
import type { ReactNode } from "react"
import { countryColorOf, countryPath } from "../../countries.ts"
import { formatDate, formatRelativeDay } from "../../i18n/dates.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { getLangAttribute, localize } from "../../i18n/translation.ts"
import { currentTime } from "../../shared/clock.ts"
import { Button } from "../../ui/Button.tsx"
import { CoverLink } from "../../ui/CoverLink.tsx"
import { $home, answerMutation, QUICK_ANSWERS } from "./member-home.ts"
import type { OwnEvent } from "./schema.ts"

interface Props {
  locale: Locale
}

/** CSS classes of the row. Its height is fixed, so that the layout does not shift when the data is loaded. */
const ROW = "flex h-52 items-stretch gap-3 pb-2"
const CARD = "relative flex w-[min(280px,80vw)] flex-none flex-col gap-1 rounded-card px-4.5 py-3.5"

export function OwnCards({ locale }: Props) {
  const t = tFor(locale)
  const { data, error } = useStore($home)
  if (!data && error) {
    return (
      <p className={`${ROW} flex-col justify-center text-soft`}>
        {t("home:yours.failed")}
        <Button className="btn-ghost btn-small self-start" onClick={$home.invalidate}>
          {t("common:tryAgain")}
        </Button>
      </p>
    )
  }
  if (!data) {
    return (
      <div className={`${ROW} overflow-hidden`} role="status" data-no-notice="">
        <span className="sr-only">{t("home:yours.loading")}</span>
        <span className={`${CARD} skeleton`} />
        <span className={`${CARD} skeleton`} />
        <span className={`${CARD} skeleton`} />
      </div>
    )
  }
  const { requests, events, country, is_new: isNew } = data
  if (requests.length + events.length === 0) {
    return (
      <div
        className="card flex min-h-52 max-w-150 flex-col justify-center gap-3.5 px-5 py-4"
        data-no-notice={isNew ? "" : undefined}
      >
        <p className="max-w-[52ch]">{t(isNew ? "home:yours.welcome" : "home:yours.empty")}</p>
        <p className="flex flex-wrap gap-3">
          <a className="btn btn-small" href={localePath(isNew ? "/welcome" : "/teams", locale)}>
            {t(isNew ? "home:yours.begin" : "home:hero.teams")}
          </a>
          {country && (
            <a
              className="btn btn-ghost btn-small max-md:hidden"
              href={localePath(countryPath(country), locale)}
            >
              {t(`home:country.${country}`)}
            </a>
          )}
        </p>
      </div>
    )
  }
  // Offered places are first, because they must be accepted within a day.
  const sortedEvents = events.toSorted(
    (a, b) => Number(b.answer === "offered") - Number(a.answer === "offered"),
  )
  return (
    <ul className={`${ROW} overflow-x-auto [scrollbar-width:thin]`}>
      {requests.map(({ name, slug, count }) => (
        <Card
          key={slug}
          isUrgent
          label={name}
          title={t("home:yours.requests", { count })}
          href={localePath(`/teams/${slug}/manage#requests`, locale)}
        />
      ))}
      {sortedEvents.map((event) => (
        <EventCard key={event.id} locale={locale} event={event} />
      ))}
    </ul>
  )
}

interface CardProps {
  label: string
  /** Color of the event's country. */
  color?: string
  title: string
  lang?: string | undefined
  href: string
  /** Whether the viewer must respond, for example to a join request. */
  isUrgent?: boolean
  children?: ReactNode
}

const Card = ({ label, color, title, lang, href, isUrgent, children }: CardProps) => (
  <li
    className={`${CARD} border ${isUrgent ? "border-glow bg-glow-wash" : "border-line bg-raise"}`}
  >
    <p className="flex items-center gap-2 text-sm text-soft">
      {color && <span className={`dot place-${color}`} />}
      <span className="truncate first-letter:uppercase">{label}</span>
    </p>
    <h2 className="line-clamp-2 text-base" lang={lang}>
      <CoverLink className="after:rounded-card" href={href}>
        {title}
      </CoverLink>
    </h2>
    {children}
  </li>
)

interface EventProps extends Props {
  event: OwnEvent
}

/** Returns the path of the event's page. A team-only event has no page, so the path leads to the member's sign-up. */
function pathOf({ id, slug, takes_signups }: OwnEvent): string {
  if (slug) return `/events/${slug}`
  return takes_signups ? `/my-events?event=${id}` : "/calendar"
}

function EventCard({ locale, event }: EventProps) {
  const t = tFor(locale)
  const { title, language } = localize(event, locale)
  const { start_date, time_zone, team_name, location, answer } = event
  const time = event.is_all_day
    ? t("calendar:event.allDay")
    : formatDate(start_date, "time", locale, time_zone)
  const href = localePath(pathOf(event), locale)
  return (
    <Card
      isUrgent={answer === "offered"}
      label={`${formatRelativeDay(start_date, currentTime(), locale, time_zone)} · ${time}`}
      color={countryColorOf(event.country)}
      title={title}
      lang={getLangAttribute(locale, language)}
      href={href}
    >
      <p className="text-sm text-soft *:block *:truncate">
        {team_name && <span>{team_name}</span>}
        {location && <span>{location}</span>}
      </p>
      <div className="mt-auto flex items-center gap-2 text-sm">
        {event.can_answer ? (
          <AnswerButtons locale={locale} event={event} />
        ) : answer ? (
          <p className="font-semibold">{t(`signups:mine.is.${answer}`)}</p>
        ) : (
          event.takes_signups && (
            <a className="btn btn-ghost btn-small relative" href={`${href}#signup`}>
              {t("calendar:screen.signUp")}
            </a>
          )
        )}
      </div>
    </Card>
  )
}

/** Renders a button for each answer. An answer that is being sent is already shown. */
function AnswerButtons({ locale, event: { id, title, answer } }: EventProps) {
  const t = tFor(locale)
  const shown = useStore(answerMutation.$pending).get(id)?.value ?? answer
  return (
    <>
      {(shown === "waiting" || shown === "offered") && (
        <p className="line-clamp-2 min-w-0 flex-1 font-semibold">{t(`signups:mine.is.${shown}`)}</p>
      )}
      {QUICK_ANSWERS.filter((status) => status === "not_going" || shown !== "waiting").map(
        (status) => (
          <button
            key={status}
            className="relative min-h-11 rounded-full border border-edge px-4 font-semibold whitespace-nowrap hover:border-text aria-pressed:border-glow aria-pressed:bg-glow aria-pressed:text-on-glow"
            type="button"
            aria-pressed={shown === status}
            onClick={() => shown !== status && void answerMutation.mutate(id, status)}
          >
            {t(`signups:answers.${status}`)}
            <span className="sr-only">: {title}</span>
          </button>
        ),
      )}
    </>
  )
}
