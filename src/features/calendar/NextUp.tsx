import { useStore } from "@nanostores/react"
import { getCountryColor } from "../../countries.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { currentTime } from "../../shared/clock.ts"
import { isOver, localizeEvent } from "../events/event.ts"
import { formatShortDateAndTime } from "../events/hours.ts"
import type { CalendarEvent } from "../events/schema.ts"
import { AnswerMark } from "./AnswerMark.tsx"
import { formatDay, getStartDay, groupByStartDay } from "./days.ts"
import { memberEventPath } from "./event-path.ts"
import { today } from "./filters.ts"
import { $nextEvents } from "./queries.ts"
import { addReleases, isMonth } from "./releases/days.ts"
import { ReleaseMark } from "./releases/ReleaseMark.tsx"
import type { CalendarRelease } from "./releases/schema.ts"
import { $shownReleases } from "./releases/store.ts"

const MAX_ENTRIES = 5

const LINK = "underline-offset-4 hover:underline"
const ENTRY = "grid grid-cols-[18px_minmax(0,1fr)] items-center gap-x-1.5 border-t border-line py-2"

const NextRelease = ({ release, date }: { release: CalendarRelease; date: string }) => (
  <li className={ENTRY}>
    <ReleaseMark />
    <p className="leading-[1.4]">
      <span className="block text-sm text-soft">
        {date} · {release.type}
      </span>
      <a className={`font-semibold wrap-anywhere ${LINK}`} href={release.path}>
        {release.artist}: {release.title}
      </a>
    </p>
  </li>
)

function NextEvent({ event, date }: { event: CalendarEvent; date: string }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { title, language } = localizeEvent(event, locale)
  return (
    <li className={ENTRY}>
      <span className={`bar place-${getCountryColor(event.country)} h-full`} />
      <p className="leading-[1.4]">
        <span className="block text-sm text-soft">
          {date} · {formatShortDateAndTime(event, locale, t)}
        </span>
        <span className="font-semibold wrap-anywhere" lang={getLangAttribute(locale, language)}>
          <a className={LINK} href={localePath(memberEventPath(event), locale)}>
            {title}
          </a>
        </span>{" "}
        {event.answer && <AnswerMark answer={event.answer} />}
      </p>
    </li>
  )
}

function useComingEvents(): CalendarEvent[] | undefined {
  const { data } = useStore($nextEvents)
  const now = currentTime()
  return data?.events.filter((event) => !event.is_cancelled && !isOver(event, now))
}

/** Says that a week has no events, with a link to the first event after it. */
export function EmptyWeek({ lastDay }: { lastDay: string }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const event = useComingEvents()?.find((coming) => getStartDay(coming) > lastDay)
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
  const coming = useComingEvents()
  const days = addReleases(groupByStartDay(coming ?? []), releases, today(), null)
  const entries = days.flatMap(({ date, events, releases: releasesOfDate }) => {
    const dateText = formatDay(date, isMonth(date) ? "month" : "shortWeekdayDate", locale)
    return [
      ...events.map((event) => <NextEvent key={event.id} event={event} date={dateText} />),
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
      {!coming && !error && (
        <div role="status">
          <span className="sr-only">{t("calendar:screen.loading")}</span>
          <span className="skeleton min-h-14" />
        </div>
      )}
      {!coming && error && <p className="soft">{t("calendar:toasts.loadFailed")}</p>}
      {coming && entries.length === 0 && <p className="soft">{t("calendar:screen.empty.title")}</p>}
      {coming && <ol>{entries.slice(0, MAX_ENTRIES)}</ol>}
    </section>
  )
}
