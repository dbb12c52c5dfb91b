/** Shows a month or a week as a grid, next to the events of the chosen day. Phones show a week as a list. */
import { useStore } from "@nanostores/react"
import { useLayoutEffect } from "react"
import { COUNTRIES } from "../../countries.ts"
import { pageTranslate } from "../../i18n/page-translate.ts"
import { LoadFailed } from "../../ui/LoadState.tsx"
import { AnswerMark } from "./AnswerMark.tsx"
import { DayEvents, WeekList } from "./DayEvents.tsx"
import { DayGrid } from "./DayGrid.tsx"
import { createMonthGrid, getMonth, listWeek } from "./days.ts"
import {
  $chosenDay,
  $month,
  $shownDay,
  $view,
  chooseDay,
  focusEvents,
  getToday,
} from "./filters.ts"
import { groupByDay } from "./month.ts"
import { EmptyWeek, NextUp } from "./NextUp.tsx"
import { $monthEvents } from "./queries.ts"
import { UndatedReleases } from "./releases/ReleaseItem.tsx"
import { ReleaseMark } from "./releases/ReleaseMark.tsx"
import { $shownReleases, $showsReleases } from "./releases/store.ts"

function Legend() {
  const t = pageTranslate()
  const showsReleases = useStore($showsReleases)
  return (
    <ul className="meta mt-2.5 gap-x-4">
      {COUNTRIES.map((country) => (
        <li key={country} className="inline-flex items-center gap-1.5">
          <span className={`dot place-${country}`} />
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

export function MonthView() {
  const month = useStore($month)
  const isWeek = useStore($view) === "week"
  const { data, error } = useStore($monthEvents)
  const day = useStore($shownDay)
  const week = listWeek(day)
  const gridDays = createMonthGrid(month).flat()
  const releasesByDate = Map.groupBy(useStore($shownReleases), ({ date }) => date)
  const eventsByDay = groupByDay(data?.events ?? [], gridDays[0] ?? "", gridDays.at(-1) ?? "")
  const isEmptyWeek =
    isWeek && data && week.every((date) => !eventsByDay.has(date) && !releasesByDate.has(date))

  // The navigation changes only the month. This effect then chooses a day of the month: today in the current month,
  // otherwise the first day with events. In a layout effect, the choice is made before the view is drawn.
  useLayoutEffect(() => {
    if (!data || getMonth($chosenDay.get()) === month) return
    const daysWithEvents = [...eventsByDay.keys()].filter((date) => getMonth(date) === month).sort()
    const newDay = getMonth(getToday()) === month ? getToday() : daysWithEvents[0]
    if (newDay) $chosenDay.set(newDay)
  }, [data, month, eventsByDay])

  function retry() {
    $monthEvents.invalidate()
    focusEvents()
  }

  if (error && !data) {
    return <LoadFailed title="calendar:toasts.loadFailed" failure={error.failure} onRetry={retry} />
  }
  return (
    <div
      className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_280px] xl:grid-cols-[minmax(0,1fr)_320px]"
      aria-busy={!data}
    >
      {isEmptyWeek && (
        <div className="md:hidden">
          <EmptyWeek lastDay={week.at(-1) ?? day} />
        </div>
      )}
      <div className={isWeek ? "max-md:hidden" : ""}>
        <DayGrid
          weeks={isWeek ? [week] : createMonthGrid(month)}
          month={isWeek ? null : month}
          isLow={isEmptyWeek}
          day={day}
          eventsByDay={eventsByDay}
          releasesByDate={releasesByDate}
          onChoose={chooseDay}
        />
        {isEmptyWeek ? <EmptyWeek lastDay={week.at(-1) ?? day} /> : <Legend />}
      </div>
      {isWeek && !isEmptyWeek && (
        <WeekList
          week={week}
          eventsByDay={data ? eventsByDay : null}
          releasesByDate={releasesByDate}
        />
      )}
      <div className="grid content-start gap-7">
        <div className={isWeek ? "max-md:hidden" : ""}>
          <DayEvents
            day={day}
            events={data ? (eventsByDay.get(day) ?? []) : null}
            releases={releasesByDate.get(day) ?? []}
          />
        </div>
        {!isWeek && <UndatedReleases releases={releasesByDate.get(month) ?? []} />}
        {/* Hidden while the events of the day are loaded: on phones, they would push this list down. */}
        <div hidden={!data}>
          <NextUp />
        </div>
      </div>
    </div>
  )
}
