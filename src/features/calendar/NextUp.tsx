import { useStore } from "@nanostores/react"
import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { currentTime } from "../../shared/clock.ts"
import { getCity, isOneDayEvent, isOver, localizeEvent, memberEventPath } from "../events/event.ts"
import { formatShortDateAndTime } from "../events/hours.ts"
import { getTextlessPicture } from "../events/picture.ts"
import type { CalendarEvent } from "../events/schema.ts"
import { AnswerMark } from "./AnswerMark.tsx"
import { formatDay, getStartDay, groupByStartDay } from "./days.ts"
import { $shownDay, getToday } from "./filters.ts"
import { $nextEvents } from "./queries.ts"
import { addReleases, isMonth } from "./releases/days.ts"
import { ReleaseMark } from "./releases/ReleaseMark.tsx"
import type { CalendarRelease } from "./releases/schema.ts"
import { $shownReleases } from "./releases/store.ts"

/** Maximum number of events and releases in the list. */
const MAX_ENTRIES = 5

const LINK_CLASS = "underline-offset-4 hover:underline"
const ENTRY_CLASS =
  "grid grid-cols-[6px_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line py-2"

const NextRelease = ({ release, date }: { release: CalendarRelease; date: string }) => (
  <li className={ENTRY_CLASS}>
    {/* The symbol of a release is wider than the bar of an event. */}
    <span className="-ml-1.5 grid">
      <ReleaseMark />
    </span>
    <p className="leading-[1.4]">
      <span className="block text-sm text-soft">
        {date} · {release.type}
      </span>
      <a className={`font-semibold wrap-anywhere ${LINK_CLASS}`} href={release.path}>
        {release.artist}: {release.title}
      </a>
    </p>
  </li>
)

interface NextEventProps {
  event: CalendarEvent
  date: string
  hasPicture: boolean
}

function NextEvent({ event, date, hasPicture }: NextEventProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { title, language } = localizeEvent(event, locale)
  const { start_date, time_zone, is_all_day, location } = event
  const time =
    isOneDayEvent(event) && !is_all_day
      ? formatDate(start_date, "time", locale, time_zone)
      : formatShortDateAndTime(event, locale, t)
  return (
    <li className={ENTRY_CLASS}>
      {hasPicture && (
        <img
          className="pic col-span-2 mb-2"
          src={getTextlessPicture(event).src}
          width="640"
          height="315"
          alt=""
          decoding="async"
        />
      )}
      <span className={`bar place-${getCountryColor(event.country)} h-full`} />
      <p className="leading-[1.4]">
        <span className="block text-sm text-soft">
          {[date, time, location && getCity(location)].filter(Boolean).join(" · ")}
        </span>
        <span className="font-semibold wrap-anywhere" lang={getLangAttribute(locale, language)}>
          <a className={LINK_CLASS} href={localePath(memberEventPath(event), locale)}>
            {title}
          </a>
        </span>{" "}
        {event.answer && <AnswerMark answer={event.answer} />}
      </p>
    </li>
  )
}

/** Returns undefined until the events are loaded. */
function useUpcomingEvents(): CalendarEvent[] | undefined {
  const { data } = useStore($nextEvents)
  const now = currentTime()
  return data?.events.filter((event) => !event.is_cancelled && !isOver(event, now))
}

export function EmptyWeek({ lastDay }: { lastDay: string }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const event = useUpcomingEvents()?.find((upcoming) => getStartDay(upcoming) > lastDay)
  const localized = event && localizeEvent(event, locale)
  return (
    <p className="soft border-y border-line py-2">
      {t("calendar:month.noneInWeek")}{" "}
      {event && localized && (
        <a
          className="text-text underline underline-offset-4"
          href={localePath(memberEventPath(event), locale)}
        >
          {t("calendar:month.nextOn", {
            date: formatDay(getStartDay(event), "shortWeekdayDate", locale),
          })}
          {" · "}
          <span lang={getLangAttribute(locale, localized.language)}>{localized.title}</span>
        </a>
      )}
    </p>
  )
}

export function NextUp() {
  const t = pageTranslate()
  const locale = pageLocale()
  const { error } = useStore($nextEvents)
  const releases = useStore($shownReleases)
  const upcomingEvents = useUpcomingEvents()
  const shownDay = useStore($shownDay)
  // Leaves out the chosen day, whose events are listed above.
  const dateGroups = addReleases(
    groupByStartDay(upcomingEvents ?? []),
    releases,
    getToday(),
    null,
  ).filter(({ date }) => date !== shownDay)
  const entries = dateGroups.flatMap(({ date, events, releases: releasesOfDate }) => {
    const dateText = formatDay(date, isMonth(date) ? "month" : "shortWeekdayDate", locale)
    return [
      ...events.map((event) => (
        <NextEvent
          key={event.id}
          event={event}
          date={dateText}
          hasPicture={event === upcomingEvents?.[0]}
        />
      )),
      ...releasesOfDate.map((release) => (
        <NextRelease key={release.id} release={release} date={dateText} />
      )),
    ]
  })
  return (
    <section className="max-lg:mt-8" aria-labelledby="next-up">
      <h3 id="next-up" className="mb-2 text-lg">
        {t("calendar:month.upcoming")}
      </h3>
      {!upcomingEvents && !error && (
        <div role="status">
          <span className="sr-only">{t("calendar:screen.loading")}</span>
          <span className="skeleton min-h-14" />
        </div>
      )}
      {!upcomingEvents && error && <p className="soft">{t("calendar:toasts.loadFailed")}</p>}
      {upcomingEvents?.length === 0 && entries.length === 0 && (
        <p className="soft">{t("calendar:screen.empty.title")}</p>
      )}
      {upcomingEvents && <ol>{entries.slice(0, MAX_ENTRIES)}</ol>}
    </section>
  )
}
