/** The filters and the view of the members' calendar. The URL contains them, so that they can be linked to. */
import { atom, computed } from "nanostores"
import { COUNTRIES } from "../../countries.ts"
import { BALTIC_TIME, getLocalDay } from "../../i18n/dates.ts"
import { getInitialCountry, storeListChoice } from "../../session/own-country.ts"
import { VIEWER_FILTER } from "../events/event.ts"
import { getMonth } from "./days.ts"
import { getDayInMonth } from "./month.ts"

export const VIEWS = ["month", "week", "list"] as const
export type View = (typeof VIEWS)[number]

/** `VIEWER_FILTER` selects events of the member's country and teams, and events that the member has answered. */
export const COUNTRY_FILTERS = [VIEWER_FILTER, ...COUNTRIES] as const

export interface Filters {
  country: (typeof COUNTRY_FILTERS)[number] | null
  /** Slug of a team, or `VIEWER_FILTER` for the member's teams. */
  team: string | null
  /** The chosen view. If null, the width of the window decides. */
  view: View | null
  /** The chosen month (`2026-11`), or null for the month with which the view opens. */
  month: string | null
}

export const NO_FILTERS: Filters = { country: null, team: null, view: null, month: null }

/** Pattern of a team's slug. Importing it from slug.ts would add the transliteration to the page. */
const SLUG_PATTERN = /^[a-z\d-]+$/
const MONTH_PATTERN = /^[12]\d{3}-(0[1-9]|1[0-2])$/

/** Returns the filters in the query string `search`. Ignores invalid values. */
export function parseFilters(search: string): Filters {
  const query = new URLSearchParams(search)
  const [team, month] = [query.get("team"), query.get("month")]
  return {
    country: COUNTRY_FILTERS.find((country) => country === query.get("country")) ?? null,
    team: team && SLUG_PATTERN.test(team) ? team : null,
    view: VIEWS.find((view) => view === query.get("view")) ?? null,
    month: month && MONTH_PATTERN.test(month) ? month : null,
  }
}

/** Adds the filters to the query string `search`. The result is empty, or begins with `?`. */
export function formatSearch({ country, team, view, month }: Filters, search: string): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ country, team, view, month })) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size > 0 ? `?${query}` : ""
}

/** Media query. In narrower windows, titles do not fit into the month view, so the calendar starts with the list. */
const WIDE_WINDOW_QUERY = "(width >= 960px)"

/** Returns the current day in Baltic time. */
export const getToday = (): string => getLocalDay(new Date().toISOString(), BALTIC_TIME)

export const $filters = atom<Filters>(NO_FILTERS)
const $isWide = atom(false)
export const $view = computed(
  [$filters, $isWide],
  ({ view }, isWide): View => view ?? (isWide ? "month" : "list"),
)
/** The month that the month view opens with. Null until `startOpeningMonth()` in queries.ts has chosen it. */
export const $openingMonth = atom<string | null>(null)

/** Returns the month that a view shows if the URL contains none. The week view starts in the current month. */
const getDefaultMonth = (view: View): string =>
  (view !== "week" && $openingMonth.get()) || getMonth(getToday())

export const $month = computed(
  [$filters, $view, $openingMonth],
  (filters, view) => filters.month ?? getDefaultMonth(view),
)
/** The day that the member has chosen. It can be outside of the shown month. */
export const $chosenDay = atom(getToday())
/** The day that is selected in the shown month: the chosen day, or the same day of the shown month. */
export const $shownDay = computed([$chosenDay, $month], (day, month) =>
  getMonth(day) === month ? day : getDayInMonth(month, day),
)

/** Changes filters, and writes them to the URL. With `isReplacing`, the browser history gets no new entry. */
export function changeFilters(changes: Partial<Filters>, { isReplacing = false } = {}): void {
  const filters = { ...$filters.get(), ...changes }
  const url = location.pathname + formatSearch(filters, location.search) + location.hash
  if (isReplacing) history.replaceState(history.state, "", url)
  else history.pushState(history.state, "", url)
  $filters.set(filters)
}

/** Returns the filter that shows a month: null for the month with which the view opens. */
export const toMonthFilter = (month: string, view: View) =>
  month === getDefaultMonth(view) ? null : month

/** Shows a month. The URL contains the month only if the view would open with another month. */
export const goToMonth = (month: string): void =>
  changeFilters({ month: toMonthFilter(month, $view.get()) }, { isReplacing: true })

/**
 * Shows another view. After a month, the week view shows the week of the chosen day; after a week, the month view shows
 * the month of this week.
 */
export function changeView(view: View): void {
  const { month } = $filters.get()
  const monthOfWeek = $view.get() === "week" ? $month.get() : month
  const shownMonth = view === "week" ? (month ?? getMonth($chosenDay.get())) : monthOfWeek
  changeFilters({ view, month: shownMonth && toMonthFilter(shownMonth, view) })
}

export function chooseDay(day: string): void {
  $chosenDay.set(day)
  if (getMonth(day) !== $month.get()) goToMonth(getMonth(day))
}

/** Filters by a country, or removes the filter (null). The site's other lists start with the same choice. */
export function chooseCountry(country: Filters["country"]): void {
  storeListChoice(country !== null)
  changeFilters({ country })
}

/** Id of the event to scroll to when its row is rendered. */
export const $scrollTarget = atom<string | null>(null)

/** Keeps the focus near the events when the focused button disappears. */
export const focusEvents = (): void => document.getElementById("calendar-events")?.focus()

/** Follows changes of the URL and of the window's width. Returns a stop function. */
export function startFilters(): () => void {
  const wideWindow = matchMedia(WIDE_WINDOW_QUERY)
  const readWidth = () => $isWide.set(wideWindow.matches)
  const readUrl = () => $filters.set(parseFilters(location.search))
  readWidth()
  readUrl()
  const { country, team } = $filters.get()
  if (!country && !team && getInitialCountry()) {
    changeFilters({ country: VIEWER_FILTER }, { isReplacing: true })
  }
  wideWindow.addEventListener("change", readWidth)
  addEventListener("popstate", readUrl)
  return () => {
    wideWindow.removeEventListener("change", readWidth)
    removeEventListener("popstate", readUrl)
  }
}
