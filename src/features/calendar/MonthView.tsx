import { useStore } from "@nanostores/react"
import { type KeyboardEvent, useEffect, useRef } from "react"
import { COUNTRIES, getCountryColor } from "../../countries.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { localePath } from "../../i18n/paths.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import { LoadFailed } from "../../ui/LoadState.tsx"
import { localizeEvent } from "../events/event.ts"
import type { CalendarEvent } from "../events/schema.ts"
import { AnswerMark } from "./AnswerMark.tsx"
import {
  createMonthGrid,
  formatDay,
  formatNarrowWeekday,
  getMonth,
  getStartDay,
  listWeek,
} from "./days.ts"
import { EventItem } from "./EventItem.tsx"
import { openEditor } from "./editor/open-editor.ts"
import { memberEventPath } from "./event-path.ts"
import { $month, $shownDay, $view, chooseDay, focusEvents, today } from "./filters.ts"
import { ReleaseMark } from "./list-rows.tsx"
import { getDayAfterKey, groupByDay } from "./month.ts"
import { NextUp } from "./NextUp.tsx"
import { $mayAdd, $monthEvents, $nextEvents } from "./queries.ts"
import { ReleaseItem, UndatedReleases } from "./releases/ReleaseItem.tsx"
import type { CalendarRelease } from "./releases/schema.ts"
import { $shownReleases, $showsReleases } from "./releases/store.ts"
import { $isStartMonthKnown, chooseStartMonth } from "./start-month.ts"

// The linter does not know a table with the role "grid", as in the ARIA grid pattern.
const GRID = { role: "grid" } as const
const cellRole = (isChosen: boolean) => ({ role: "gridcell", "aria-selected": isChosen }) as const

/** Maximum number of lines on a day. The last line may be the number of further events. */
const MAX_LINES = 3
/** Maximum number of lines on a day of a week. */
const MAX_WEEK_LINES = 6

const isAttending = (answer: CalendarEvent["answer"]) => answer === "going"

const CELL =
  "h-25 cursor-pointer rounded-[10px] border border-line px-2 py-[7px] align-top text-[14px] max-md:h-12.5 max-md:px-0.5 max-md:py-1 max-md:text-center md:data-tall:h-44 hover:border-edge focus-visible:rounded-[10px] focus-visible:-outline-offset-1 aria-selected:border-text aria-selected:bg-raise"
const HEAD = "mb-1.5 flex flex-wrap items-center gap-x-2 gap-y-1.5"
const HEADING = "flex-1 first-letter:uppercase max-md:font-sans max-md:tracking-normal"

interface GridProps {
  weeks: string[][]
  month: string | null
  day: string
  eventsByDay: Map<string, CalendarEvent[]>
  /** Releases by day, or by month if the day is unknown. */
  releasesByDate: Map<string, CalendarRelease[]>
  onChoose: (day: string) => void
}

/** The table is an ARIA grid: Tab enters it, and arrow keys move in it. */
function DayGrid({ weeks, month, day, eventsByDay, releasesByDate, onChoose }: GridProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  const maxLines = month ? MAX_LINES : MAX_WEEK_LINES
  const grid = useRef<HTMLTableElement>(null)
  const wasMovedByKey = useRef(false)
  const currentDay = today()

  useEffect(() => {
    // A page that was opened again has its own scroll position.
    if (scrollY > 0) return
    grid.current?.querySelector("[aria-current=date]")?.scrollIntoView({ block: "nearest" })
  }, [])

  useEffect(() => {
    if (wasMovedByKey.current)
      grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    wasMovedByKey.current = false
  }, [day])

  function onKeyDown(event: KeyboardEvent) {
    const next = getDayAfterKey(event.key, day)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    wasMovedByKey.current = next !== day
    onChoose(next)
  }

  const cell = (date: string) => {
    const events = eventsByDay.get(date) ?? []
    const releases = releasesByDate.get(date) ?? []
    const lineCount = events.length + releases.length
    const shownCount = lineCount > maxLines ? maxLines - 1 : maxLines
    const isOutside = month !== null && getMonth(date) !== month
    const numberClass = date === currentDay ? "bg-glow text-on-glow" : isOutside ? "text-soft" : ""
    return (
      <td
        key={date}
        {...cellRole(date === day)}
        className={CELL}
        data-day={date}
        data-tall={month === null || undefined}
        tabIndex={date === day ? 0 : -1}
        aria-current={date === currentDay ? "date" : undefined}
        onClick={() => onChoose(date)}
        onKeyDown={onKeyDown}
      >
        <b
          className={`-mt-0.5 mb-[3px] inline-grid h-6.5 min-w-6.5 place-items-center rounded-full font-semibold [font-variant-numeric:tabular-nums] md:-ml-1 ${numberClass}`}
          aria-hidden="true"
        >
          {Number(date.slice(8))}
        </b>
        <span className="sr-only">
          {t("calendar:month.day", { date: formatDay(date, "day", locale), count: events.length })}
        </span>
        <span className="block max-md:flex max-md:h-3.5 max-md:items-center max-md:justify-center max-md:gap-[3px] max-md:*:mt-0">
          {events
            .slice(0, shownCount)
            .map((event) => localizeEvent(event, locale))
            .map(({ id, title, language, country, is_cancelled, answer }) => (
              <span
                key={id}
                className={`mt-0.5 flex items-start gap-1.5 leading-[1.45] max-md:items-center ${is_cancelled ? "line-through max-md:opacity-40" : ""}`}
              >
                <i
                  className={`bar place-${getCountryColor(country)} h-[15px] w-[5px] max-md:h-2.5 md:mt-[3px] ${isAttending(answer) ? "max-md:hidden" : ""}`}
                />
                <span
                  className="line-clamp-2 wrap-anywhere max-md:hidden"
                  lang={getLangAttribute(locale, language)}
                >
                  {title}
                </span>
                {is_cancelled && (
                  <span className="sr-only"> ({t("calendar:event.cancelled")})</span>
                )}
                {answer && " "}
                {answer && (
                  <span className={isAttending(answer) ? "max-md:-mx-0.5" : "max-md:sr-only"}>
                    <AnswerMark answer={answer} size={14} />
                  </span>
                )}
              </span>
            ))}
          {releases.slice(0, Math.max(shownCount - events.length, 0)).map((release) => (
            <span key={release.id} className="mt-0.5 flex items-start gap-1 leading-[1.45]">
              <ReleaseMark />
              <span className="line-clamp-2 wrap-anywhere max-md:sr-only">
                {release.artist}: {release.title}
              </span>
            </span>
          ))}
          {lineCount > shownCount && (
            <span className="mt-0.5 block font-semibold text-soft max-md:mt-0 max-md:text-[11px] max-md:leading-none">
              <span className="md:hidden">+</span>
              <span className="max-md:hidden">
                {t("calendar:month.more", { number: lineCount - shownCount })}
              </span>
            </span>
          )}
        </span>
      </td>
    )
  }

  return (
    <>
      <p id="month-help" className="sr-only">
        {t("calendar:month.help")}
      </p>
      <table
        ref={grid}
        className="-mx-1 w-[calc(100%+8px)] table-fixed border-separate [border-spacing:4px] max-md:[border-spacing:2px] in-aria-busy:opacity-60"
        {...GRID}
        aria-labelledby="month-name"
        aria-describedby="month-help"
      >
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th
                key={date}
                className="px-2 py-1 text-left text-sm font-medium text-soft max-md:px-0 max-md:text-center"
                scope="col"
                abbr={formatDay(date, "longWeekday", locale)}
              >
                <span className="md:hidden">{formatNarrowWeekday(date, locale)}</span>
                <span className="max-md:hidden">{formatDay(date, "weekday", locale)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>{week.map(cell)}</tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

function NextEvent({ day }: { day: string }) {
  const t = pageTranslate()
  const locale = pageLocale()
  const loadedEvents = [useStore($monthEvents), useStore($nextEvents)].flatMap(
    ({ data }) => data?.events ?? [],
  )
  const [next] = loadedEvents
    .filter((event) => !event.is_cancelled && getStartDay(event) > day)
    .sort((a, b) => Date.parse(a.start_date) - Date.parse(b.start_date))
  if (!next) return null
  const { title, language } = localizeEvent(next, locale)
  return (
    <>
      {t("calendar:month.nextEvent")}{" "}
      <a
        className="font-semibold text-text underline decoration-edge underline-offset-4"
        href={localePath(memberEventPath(next), locale)}
        lang={getLangAttribute(locale, language)}
      >
        {title}
      </a>{" "}
      · {formatDay(getStartDay(next), "weekdayDate", locale)}
    </>
  )
}

function Legend() {
  const t = pageTranslate()
  const showsReleases = useStore($showsReleases)
  return (
    <ul className="meta mt-2 gap-x-4">
      {COUNTRIES.map((country) => (
        <li key={country} className="inline-flex items-center gap-1.5">
          <span className={`bar place-${country} h-3.5`} />
          {t(`common:countries.${country}`)}
        </li>
      ))}
      <li>
        <AnswerMark answer="going" textClass="font-normal text-soft" size={16} />
      </li>
      {showsReleases && (
        <li className="inline-flex items-center gap-1.5">
          <ReleaseMark />
          {t("calendar:releases.title")}
        </li>
      )}
    </ul>
  )
}

interface DayProps {
  day: string
  isChosen: boolean
  events: CalendarEvent[] | null
  releases: CalendarRelease[]
}

function DayEvents({ day, isChosen, events, releases }: DayProps) {
  const t = pageTranslate()
  const mayAdd = useStore($mayAdd)
  return (
    <section className="mt-6 scroll-mt-24" aria-labelledby={`day-${day}`}>
      <div className={HEAD}>
        <h3 id={`day-${day}`} className={HEADING}>
          {formatDay(day, "day", pageLocale())}
        </h3>
        {isChosen && mayAdd && (
          <Button
            className="btn-ghost btn-small max-sm:size-11 max-sm:p-0"
            onClick={() => openEditor(null, day)}
          >
            <IslandIcon name="plus" size={18} />
            <span className="max-sm:sr-only">{t("calendar:screen.addOn")}</span>
          </Button>
        )}
      </div>
      {!events && (
        <div role="status">
          <span className="sr-only">{t("calendar:screen.loading")}</span>
          <span className="skeleton min-h-14" />
        </div>
      )}
      {events?.length === 0 && releases.length === 0 && (
        <p className="soft">
          {t("calendar:month.none")} <NextEvent day={day} />
        </p>
      )}
      {events && events.length + releases.length > 0 && (
        <ul className="border-y border-line py-1.5">
          {events.map((event) => (
            <EventItem key={event.id} event={event} level="h4" />
          ))}
          {releases.map((release) => (
            <ReleaseItem key={release.id} release={release} level="h4" />
          ))}
        </ul>
      )}
    </section>
  )
}

export function MonthView() {
  const isStartMonthKnown = useStore($isStartMonthKnown)
  const month = useStore($month)
  const isWeek = useStore($view) === "week"
  const { data, error } = useStore($monthEvents)
  const day = useStore($shownDay)
  const week = listWeek(day)
  const days = createMonthGrid(month).flat()
  const releasesByDate = Map.groupBy(useStore($shownReleases), ({ date }) => date)
  const eventsByDay = groupByDay(data?.events ?? [], days[0] ?? "", days.at(-1) ?? "")

  useEffect(chooseStartMonth, [])

  function retry() {
    $monthEvents.invalidate()
    focusEvents()
  }

  if (!isStartMonthKnown) {
    return (
      <div role="status">
        <span className="sr-only">{pageTranslate()("calendar:screen.loading")}</span>
        <span className="skeleton min-h-[420px] rounded-card" />
      </div>
    )
  }
  return (
    <div aria-busy={!data && !error}>
      {error && !data ? (
        <LoadFailed title="calendar:toasts.loadFailed" failure={error.failure} onRetry={retry} />
      ) : (
        <div className={isWeek ? "" : "gap-x-9 lg:grid lg:grid-cols-[minmax(0,1fr)_280px]"}>
          <div>
            <DayGrid
              weeks={isWeek ? [week] : createMonthGrid(month)}
              month={isWeek ? null : month}
              day={day}
              eventsByDay={eventsByDay}
              releasesByDate={releasesByDate}
              onChoose={chooseDay}
            />
            <Legend />
            {(isWeek ? week : [day])
              .filter((date) => date === day || eventsByDay.has(date) || releasesByDate.has(date))
              .map((date) => (
                <DayEvents
                  key={date}
                  day={date}
                  isChosen={date === day}
                  events={data ? (eventsByDay.get(date) ?? []) : null}
                  releases={releasesByDate.get(date) ?? []}
                />
              ))}
            {!isWeek && <UndatedReleases releases={releasesByDate.get(month) ?? []} />}
          </div>
          {/* On phones, the events of the day would move the list. */}
          {!isWeek && (
            <div hidden={!data}>
              <NextUp />
            </div>
          )}
        </div>
      )}
    </div>
  )
}
