import { COUNTRIES } from "../../countries.ts"
import type { Locale } from "../../i18n/locales.ts"
import { localePath } from "../../i18n/paths.ts"
import { tFor } from "../../i18n/t-for.ts"
import { currentTime } from "../../shared/clock.ts"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { EmptyState } from "../../ui/LoadState.tsx"
import { eventPath, isOver, localizeEvent, type PublicEvent } from "../events/event.ts"
import { getClosedText } from "../events/signups/closed-text.ts"
import { getMonth, groupByStartDay } from "./days.ts"
import { DayGroup, EventLine, LaterSignup, MonthGroup } from "./list-rows.tsx"
import { ReleaseMark } from "./releases/ReleaseMark.tsx"
import { COUNTRY_CHIP_CLASS, ROW_CLASSES } from "./row-classes.ts"

/** Maximum number of listed events. The calendar feeds contain all events. */
const MAX_EVENTS = 60

/** Hides past events, and months and days without a visible row. The page's scripts mark and hide rows. */
const LIST_CLASS =
  "grid gap-7 border-b border-line empty:hidden in-data-narrowing:invisible [&_[data-past]]:hidden [&_:is(section,ol>li):not(:has(ul>li:not([data-past],[hidden])))]:hidden"

interface Props {
  locale: Locale
  events: PublicEvent[]
}

function SignupLink({ locale, event }: { locale: Locale; event: PublicEvent }) {
  const t = tFor(locale)
  const { registration_url: url } = event
  if (event.is_cancelled) return null
  if (!url && getClosedText(event, locale, t)) return <LaterSignup locale={locale} event={event} />
  return (
    <a
      className={`btn btn-ghost btn-small ${ROW_CLASSES.button}`}
      href={url ?? `${localePath(eventPath(event.slug), locale)}#signup`}
      {...(url && { rel: "noopener nofollow", target: "_blank" })}
      aria-label={t("signups:signUpFor", { title: localizeEvent(event, locale).title })}
    >
      {t("signups:signUp")}
    </a>
  )
}

/** The prebuilt calendar, which only anonymous visitors see. */
export function PublicCalendar({ locale, events }: Props) {
  const t = tFor(locale)
  const now = currentTime()
  const upcomingEvents = events.filter((event) => !isOver(event, now)).slice(0, MAX_EVENTS)
  const months = [...Map.groupBy(groupByStartDay(upcomingEvents), ({ day }) => getMonth(day))]
  const calendarPath = encodeURIComponent(localePath("/calendar", locale))
  return (
    <div className="in-data-[session=loading]:hidden signed-in:hidden">
      <section aria-labelledby="calendar-public">
        <h2 id="calendar-public" className="sr-only">
          {t("calendar:stranger.upcoming")}
        </h2>
        {/* On phones, the filters scroll sideways. */}
        <div className="strip needs-script flex gap-2 max-sm:gap-1.5 max-sm:[scrollbar-width:none] mb-2">
          <fieldset className="flex gap-[inherit]">
            <legend className="sr-only">{t("calendar:screen.country")}</legend>
            {COUNTRIES.map((country) => (
              <button
                key={country}
                className={COUNTRY_CHIP_CLASS}
                type="button"
                aria-pressed={false}
                data-country={country}
              >
                <span className={`bar place-${country} h-3.5`} />
                {t(`common:countries.${country}`)}
              </button>
            ))}
          </fieldset>
          <button
            className="group btn btn-ghost btn-small flex-none max-sm:gap-1.5 max-sm:px-2.5 aria-pressed:bg-disc sm:ml-auto"
            type="button"
            aria-pressed={false}
            data-releases=""
            data-failed={t("calendar:releases.failed")}
          >
            <span className="hidden group-aria-pressed:block">
              <IslandIcon name="check" size={16} />
            </span>
            <span className="group-aria-pressed:hidden">
              <ReleaseMark />
            </span>
            {t("calendar:releases.title")}
          </button>
        </div>
        <p className="soft" role="status" data-none={t("calendar:screen.empty.title")} />
        {upcomingEvents.length === 0 && (
          <EmptyState
            title={t("calendar:stranger.empty.title")}
            text={t("calendar:stranger.empty.text")}
          />
        )}
        <div className={LIST_CLASS} data-days="">
          {months.map(([month, days]) => (
            <MonthGroup key={month} locale={locale} month={month}>
              {days.map(({ day, events: eventsOfDay }) => (
                <DayGroup key={day} locale={locale} date={day}>
                  {eventsOfDay.map((event) => (
                    <EventLine
                      key={event.id}
                      locale={locale}
                      event={event}
                      path={eventPath(event.slug)}
                      level="h3"
                      isMarked={event.featured}
                      signup={<SignupLink locale={locale} event={event} />}
                    />
                  ))}
                </DayGroup>
              ))}
            </MonthGroup>
          ))}
        </div>
      </section>
      <section
        className="card mt-11 flex flex-wrap items-center justify-between gap-x-10 gap-y-4.5"
        aria-labelledby="calendar-prompt"
      >
        <div className="max-w-[56ch] flex-[1_1_320px]">
          <h2 id="calendar-prompt" className="text-xl">
            {t("calendar:stranger.title")}
          </h2>
          <p className="mt-2 text-soft">{t("calendar:stranger.text")}</p>
        </div>
        <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
          <a className="btn" href={`${localePath("/register", locale)}?next=${calendarPath}`}>
            {t("common:session.join")}
          </a>
          <a className="more" href={`${localePath("/login", locale)}?next=${calendarPath}`}>
            {t("common:session.logIn")}
          </a>
        </p>
      </section>
    </div>
  )
}
