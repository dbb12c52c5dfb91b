/** The calendar by months, with the events of the chosen day below. */
import { useStore } from "@nanostores/react"
import { pageLocale, pageTranslate } from "../../i18n/page-translate.ts"
import { Icon } from "../../ui/Icon.tsx"
import { LoadFailed } from "../../ui/LoadState.tsx"
import { DayEvents } from "./DayEvents.tsx"
import { byDay } from "./days.ts"
import { label } from "./labels.ts"
import { MonthGrid } from "./MonthGrid.tsx"
import { addMonths, dayIn, monthGrid, monthOf } from "./month-grid.ts"
import { $day, $month, choose, month, retry, today } from "./page.ts"

/** Shows a month; the present one needs no word in the address. */
function goTo(name: string): void {
  choose({ month: name === monthOf(today()) ? null : name }, true)
}

export function MonthView() {
  const t = pageTranslate()
  const locale = pageLocale()
  const name = useStore($month)
  const state = useStore(month.$events)
  const chosen = useStore($day)
  // Another month by its buttons, or by "back": the same day there.
  const day = monthOf(chosen) === name ? chosen : dayIn(name, chosen)
  const days = monthGrid(name).flat()
  const events = state.status === "ready" ? state.events : []
  const eventsOf = byDay(events, days[0] ?? "", days.at(-1) ?? "")

  function chooseDay(next: string) {
    $day.set(next)
    if (monthOf(next) !== name) goTo(monthOf(next))
  }

  return (
    <div className="month" aria-busy={state.status === "loading"}>
      <div className="month-head">
        <h2 id="month-name" aria-live="polite">
          {label(name, "month", locale)}
        </h2>
        <button
          className="btn btn-ghost btn-small"
          type="button"
          onClick={() => chooseDay(today())}
        >
          {t("calendar:screen.today")}
        </button>
        {([-1, 1] as const).map((way) => (
          <button
            key={way}
            className="icon-btn"
            type="button"
            aria-label={t(way < 0 ? "calendar:month.previous" : "calendar:month.next")}
            onClick={() => goTo(addMonths(name, way))}
          >
            <Icon name={way < 0 ? "back" : "arrow"} />
          </button>
        ))}
      </div>
      {state.status === "failed" ? (
        <LoadFailed title="calendar:toasts.loadFailed" failure={state.failure} onRetry={retry} />
      ) : (
        <>
          <MonthGrid month={name} day={day} eventsOf={eventsOf} onChoose={chooseDay} />
          <DayEvents
            day={day}
            events={state.status === "ready" ? (eventsOf.get(day) ?? []) : null}
          />
        </>
      )}
    </div>
  )
}
