/** A month or a week as an ARIA grid: Tab enters the grid, and arrow keys move in it. */
import { type KeyboardEvent, useEffect, useRef } from "react"
import { getCountryColor } from "../../countries.ts"
import { formatDate } from "../../i18n/dates.ts"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { getLangAttribute } from "../../i18n/translation.ts"
import { localizeEvent } from "../events/event.ts"
import type { CalendarEvent } from "../events/schema.ts"
import { AnswerMark } from "./AnswerMark.tsx"
import { formatDay, formatNarrowWeekday, getMonth } from "./days.ts"
import { getToday } from "./filters.ts"
import { getDayAfterKey } from "./month.ts"
import { ReleaseMark } from "./releases/ReleaseMark.tsx"
import type { CalendarRelease } from "./releases/schema.ts"

// The ARIA grid pattern allows these roles for a table. The element gets them by spreading, because the linter rejects
// them as attributes.
const GRID_ROLE = { role: "grid" } as const
const getCellRole = (isChosen: boolean) =>
  ({ role: "gridcell", "aria-selected": isChosen }) as const

/**
 * Maximum number of lines in a cell of the month. If there are more entries, the last line shows how many are hidden.
 */
const MAX_MONTH_LINES = 3
/** Maximum number of lines in a cell of the week view, whose cells are higher. */
const MAX_WEEK_LINES = 6

const CELL_CLASS =
  "cursor-pointer border-line p-1.5 align-top text-xs max-md:border-t max-md:px-0 max-md:py-1 max-md:text-center md:border md:hover:bg-raise focus-visible:-outline-offset-3 md:aria-selected:bg-raise md:aria-selected:[box-shadow:inset_0_0_0_2px_var(--text)]"
const CELL_HEIGHT_CLASS = "h-26 max-md:h-13.5 md:data-week:h-80"
const DAY_NUMBER_CLASS =
  "inline-grid size-7.5 place-items-center rounded-full text-sm font-semibold [font-variant-numeric:tabular-nums] md:size-7"
const CHOSEN_DAY_NUMBER_CLASS = "max-md:in-aria-selected:bg-text max-md:in-aria-selected:text-ink"

interface Props {
  /** Rows of the grid: the days (`2026-11-27`) of each week, from Monday. */
  weeks: string[][]
  /** The shown month (`2026-11`): numbers of days outside it are less visible. Null in the week view. */
  month: string | null
  /** Whether the cells are only as high as the day numbers, for a week without entries. */
  isLow?: boolean | undefined
  /** The chosen day, which is selected in the grid. */
  day: string
  eventsByDay: Map<string, CalendarEvent[]>
  /** Releases by day, and by month if the day is unknown. */
  releasesByDate: Map<string, CalendarRelease[]>
  onChoose: (day: string) => void
}

export function DayGrid(props: Props) {
  const { weeks, month, isLow, day, eventsByDay, releasesByDate, onChoose } = props
  const t = pageTranslate()
  const locale = pageLocale()
  const isWeek = month === null
  const maxLines = isWeek ? MAX_WEEK_LINES : MAX_MONTH_LINES
  const grid = useRef<HTMLTableElement>(null)
  const wasMovedByKey = useRef(false)
  const currentDay = getToday()

  useEffect(() => {
    if (wasMovedByKey.current)
      grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    wasMovedByKey.current = false
  }, [day])

  function onKeyDown(event: KeyboardEvent) {
    const nextDay = getDayAfterKey(event.key, day)
    if (!nextDay || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    wasMovedByKey.current = nextDay !== day
    onChoose(nextDay)
  }

  const renderCell = (date: string) => {
    const events = eventsByDay.get(date) ?? []
    const releases = releasesByDate.get(date) ?? []
    const lineCount = events.length + releases.length
    const shownCount = lineCount > maxLines ? maxLines - 1 : maxLines
    const isOutside = !isWeek && getMonth(date) !== month
    const numberClass =
      date === currentDay
        ? "bg-glow text-on-glow md:-ml-1"
        : `md:w-auto ${CHOSEN_DAY_NUMBER_CLASS} ${isOutside ? "font-normal text-soft" : ""}`
    return (
      <td
        key={date}
        {...getCellRole(date === day)}
        className={isLow ? CELL_CLASS : `${CELL_CLASS} ${CELL_HEIGHT_CLASS}`}
        data-day={date}
        data-week={isWeek || undefined}
        tabIndex={date === day ? 0 : -1}
        aria-current={date === currentDay ? "date" : undefined}
        onClick={() => onChoose(date)}
        onKeyDown={onKeyDown}
      >
        <b className={`${DAY_NUMBER_CLASS} ${numberClass}`} aria-hidden="true">
          {Number(date.slice(8))}
        </b>
        <span className="sr-only">
          {t("calendar:month.day", { date: formatDay(date, "day", locale), count: events.length })}
        </span>
        <span className="block max-md:flex max-md:h-3.5 max-md:items-center max-md:justify-center max-md:gap-[3px]">
          {events.slice(0, shownCount).map((event) => (
            <CellEvent key={event.id} event={event} isWeek={isWeek} isAlone={lineCount === 1} />
          ))}
          {releases.slice(0, Math.max(shownCount - events.length, 0)).map((release) => (
            <span key={release.id} className="flex items-start gap-1 md:mt-1 md:px-1">
              <ReleaseMark />
              <span className="line-clamp-2 leading-[1.35] wrap-anywhere max-md:sr-only">
                {release.artist}: {release.title}
              </span>
            </span>
          ))}
          {lineCount > shownCount && (
            <span className="block font-semibold text-soft max-md:leading-none md:mt-1 md:px-1.5">
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
        className="w-full table-fixed border-collapse in-aria-busy:opacity-60"
        {...GRID_ROLE}
        aria-labelledby="month-name"
        aria-describedby="month-help"
      >
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th
                key={date}
                className="px-1.5 py-2 text-left text-sm font-medium text-soft first-letter:uppercase max-md:px-0 max-md:py-1 max-md:text-center"
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
            <tr key={week[0]}>{week.map(renderCell)}</tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

interface CellEventProps {
  event: CalendarEvent
  isWeek: boolean
  /** Whether the event is the only entry of its cell, so that its title has room for one more line. */
  isAlone: boolean
}

/** Renders a box with the title. On phones, renders a dot, or a check mark if the member is going. */
function CellEvent({ event, isWeek, isAlone }: CellEventProps) {
  const t = pageTranslate()
  const locale = pageLocale()
  const { title, language } = localizeEvent(event, locale)
  const { answer, is_cancelled, is_all_day, location, start_date, time_zone } = event
  const isGoing = answer === "going"
  const monthTitleClass = isAlone ? "line-clamp-3" : ""
  return (
    <span
      className={`place-${getCountryColor(event.country)} flex items-start gap-1 leading-[1.35] md:mt-1 md:rounded-tiny md:border-l-4 md:border-place md:px-1.5 md:py-0.5 ${is_cancelled ? "max-md:opacity-40 md:text-soft" : "md:bg-place/16"}`}
    >
      <i className={`size-1.5 rounded-full bg-place md:hidden ${isGoing ? "hidden" : ""}`} />
      <span className="min-w-0 flex-1 max-md:hidden">
        {isWeek && !is_all_day && (
          <span className="block text-soft">
            {formatDate(start_date, "time", locale, time_zone)}
          </span>
        )}
        <span
          className={`line-clamp-2 wrap-anywhere ${isWeek ? "line-clamp-4 text-sm font-semibold" : monthTitleClass} ${is_cancelled ? "line-through" : ""}`}
          lang={getLangAttribute(locale, language)}
        >
          {title}
        </span>
        {isWeek && location && <span className="line-clamp-2 text-soft">{location}</span>}
      </span>
      {is_cancelled && <span className="sr-only"> ({t("calendar:event.cancelled")})</span>}
      {answer && " "}
      {answer && (
        <span className={isGoing ? "max-md:-mx-0.5" : "max-md:sr-only"}>
          <AnswerMark answer={answer} size={14} />
        </span>
      )}
    </span>
  )
}
