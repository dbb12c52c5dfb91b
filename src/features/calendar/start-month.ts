import { atom } from "nanostores"
import { getMonth, getStartDay } from "./days.ts"
import { $day, $filters, $view, chooseDay, today } from "./filters.ts"
import { $nextEvents } from "./queries.ts"

/** The month view shows that it is loading until the month is chosen. */
export const $isStartMonthKnown = atom(false)

/** Starts with the next event's day if the current month has no further events. */
export const chooseStartMonth = (): (() => void) =>
  $nextEvents.subscribe(({ data, error }) => {
    if ($isStartMonthKnown.get() || (!data && !error)) return
    const next = data?.events.find((event) => !event.is_cancelled)
    const day = next ? getStartDay(next) : today()
    const isUnchosen = !$filters.get().month && $day.get() === today()
    if ($view.get() === "month" && isUnchosen && getMonth(day) > getMonth(today())) chooseDay(day)
    $isStartMonthKnown.set(true)
  })
