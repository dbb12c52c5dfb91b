/**
 * `DayEvents` lists the events of the chosen day next to the grid. `WeekList` lists a week on phones, which show no
 * grid of a week.
 */
import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import type { CalendarEvent } from "../events/schema.ts"
import { formatDay } from "./days.ts"
import { EventItem } from "./EventItem.tsx"
import { openEditor } from "./editor/open-editor.ts"
import { getToday } from "./filters.ts"
import { DayGroup } from "./list-rows.tsx"
import { $mayAdd } from "./queries.ts"
import { ReleaseItem } from "./releases/ReleaseItem.tsx"
import type { CalendarRelease } from "./releases/schema.ts"
import { ROW_CLASSES } from "./row-classes.ts"

interface RowsProps {
  /** Null while the events are being loaded. */
  events: CalendarEvent[] | null
  releases: CalendarRelease[]
}

function DayRows({ events, releases }: RowsProps) {
  const t = pageTranslate()
  if (!events) {
    return (
      <li role="status">
        <span className="sr-only">{t("calendar:screen.loading")}</span>
        <span className="skeleton min-h-14" />
      </li>
    )
  }
  return (
    <>
      {events.map((event) => (
        <EventItem key={event.id} event={event} level="h4" />
      ))}
      {releases.map((release) => (
        <ReleaseItem key={release.id} release={release} level="h4" />
      ))}
    </>
  )
}

export function DayEvents({ day, ...rows }: RowsProps & { day: string }) {
  const t = pageTranslate()
  const mayAdd = useStore($mayAdd)
  const isEmpty = rows.events && rows.events.length + rows.releases.length === 0
  return (
    <section className="scroll-mt-24" aria-labelledby="chosen-day">
      <div className="flex min-h-11 items-center gap-x-2">
        <div className="flex flex-1 flex-wrap items-baseline gap-x-2">
          <h3
            id="chosen-day"
            className={`first-letter:uppercase ${isEmpty ? "font-sans text-base tracking-normal" : "text-lg"}`}
          >
            {formatDay(day, "weekdayDate", pageLocale())}
          </h3>
          {isEmpty && <p className="text-sm text-soft">{t("calendar:month.none")}</p>}
        </div>
        {mayAdd && (
          <Button
            className="btn-ghost btn-small size-11 flex-none p-0"
            aria-label={t("calendar:screen.addOn")}
            title={t("calendar:screen.addOn")}
            onClick={() => openEditor(null, day)}
          >
            <IslandIcon name="plus" size={18} />
          </Button>
        )}
      </div>
      {!isEmpty && (
        <ul className={`${ROW_CLASSES.rows} mt-1 border-y border-line py-1.5`}>
          <DayRows {...rows} />
        </ul>
      )}
    </section>
  )
}

interface WeekProps {
  /** The seven days, from Monday (`2026-11-23`). */
  week: string[]
  /** Null while the events are being loaded. */
  eventsByDay: Map<string, CalendarEvent[]> | null
  releasesByDate: Map<string, CalendarRelease[]>
}

function EmptyDay({ date }: { date: string }) {
  const t = pageTranslate()
  const isToday = date === getToday()
  return (
    <li className="flex min-h-10 items-center border-t border-line text-sm text-soft">
      <time className="flex gap-1.5 *:first-letter:uppercase" dateTime={date}>
        <span>
          {isToday ? t("calendar:screen.today") : formatDay(date, "weekday", pageLocale())}
        </span>{" "}
        <b className={isToday ? "rounded-small bg-glow px-1 text-on-glow" : ""}>
          {Number(date.slice(8))}
        </b>
      </time>
      <span className="sr-only">{t("calendar:month.none")}</span>
    </li>
  )
}

export const WeekList = ({ week, eventsByDay, releasesByDate }: WeekProps) => (
  <ol className="border-b border-line md:hidden">
    {week.map((date) => {
      const events = eventsByDay && (eventsByDay.get(date) ?? [])
      const releases = releasesByDate.get(date) ?? []
      if (events && events.length + releases.length === 0)
        return <EmptyDay key={date} date={date} />
      return (
        <DayGroup key={date} locale={pageLocale()} date={date} isToday={date === getToday()}>
          <DayRows events={events} releases={releases} />
        </DayGroup>
      )
    })}
  </ol>
)
