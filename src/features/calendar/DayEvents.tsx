/** The events of the chosen day, and the days of a week as a list for phones. */
import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { Button } from "../../ui/Button.tsx"
import { IslandIcon } from "../../ui/island-icons.tsx"
import type { CalendarEvent } from "../events/schema.ts"
import { formatDay } from "./days.ts"
import { EventItem } from "./EventItem.tsx"
import { openEditor } from "./editor/open-editor.ts"
import { today } from "./filters.ts"
import { DayGroup } from "./list-rows.tsx"
import { $mayAdd } from "./queries.ts"
import { ReleaseItem } from "./releases/ReleaseItem.tsx"
import type { CalendarRelease } from "./releases/schema.ts"
import { ROW_CLASSES } from "./row-classes.ts"

interface RowsProps {
  /** Null while the events are being loaded. */
  events: CalendarEvent[] | null
  releases: CalendarRelease[]
  /** Replaces the text of a day without events for sighted readers. */
  emptyMark?: string
}

function DayRows({ events, releases, emptyMark }: RowsProps) {
  const t = pageTranslate()
  if (!events) {
    return (
      <li role="status">
        <span className="sr-only">{t("calendar:screen.loading")}</span>
        <span className="skeleton min-h-14" />
      </li>
    )
  }
  if (events.length + releases.length === 0) {
    return (
      <li className="py-2 text-sm text-soft">
        {emptyMark && <span aria-hidden="true">{emptyMark}</span>}
        <span className={emptyMark && "sr-only"}>{t("calendar:month.none")}</span>
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
  return (
    <section className="scroll-mt-24" aria-labelledby="chosen-day">
      <div className="flex min-h-11 items-center gap-x-2">
        <h3 id="chosen-day" className="flex-1 text-lg first-letter:uppercase">
          {formatDay(day, "weekdayDate", pageLocale())}
        </h3>
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
      <ul className={`${ROW_CLASSES.rows} mt-1 border-y border-line py-1.5`}>
        <DayRows {...rows} />
      </ul>
    </section>
  )
}

interface WeekProps {
  week: string[]
  /** Null while the events are being loaded. */
  eventsByDay: Map<string, CalendarEvent[]> | null
  releasesByDate: Map<string, CalendarRelease[]>
}

export const WeekList = ({ week, eventsByDay, releasesByDate }: WeekProps) => (
  <ol className="border-b border-line md:hidden">
    {week.map((date) => (
      <DayGroup key={date} locale={pageLocale()} date={date} isToday={date === today()}>
        <DayRows
          events={eventsByDay && (eventsByDay.get(date) ?? [])}
          releases={releasesByDate.get(date) ?? []}
          emptyMark="–"
        />
      </DayGroup>
    ))}
  </ol>
)
