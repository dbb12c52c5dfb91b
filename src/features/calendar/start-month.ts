/** Chooses the month with which the month view starts. */
import { atom } from "nanostores"
import { getMonth, getStartDay } from "./days.ts"
import { $day, $filters, $view, chooseDay, today } from "./filters.ts"
import { $nextEvents } from "./queries.ts"

/** Whether the month is chosen. Until then, the month view shows that it is loading. */
export const $isStartMonthKnown = atom(false)

/**
 * Starts with the day of the next event if the current month has no further events. Waits for the next events, and
 * returns a function that ends this.
 */
export const chooseStartMonth = (): (() => void) =>
  $nextEvents.subscribe(({ data, error }) => {
    if ($isStartMonthKnown.get() || (!data && !error)) return
    const next = data?.events.find((event) => !event.is_cancelled)
    const day = next ? getStartDay(next) : today()
    const isUnchosen = !$filters.get().month && $day.get() === today()
    if ($view.get() === "month" && isUnchosen && getMonth(day) > getMonth(today())) chooseDay(day)
    $isStartMonthKnown.set(true)
  })
