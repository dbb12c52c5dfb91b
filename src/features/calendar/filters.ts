import { atom, computed } from "nanostores"
import { COUNTRIES } from "../../countries.ts"
import { BALTIC_TIME, getLocalDay } from "../../i18n/dates.ts"
import { getInitialCountry, storeListChoice } from "../../session/own-country.ts"
import { VIEWER_FILTER } from "../events/event.ts"
import { getMonth } from "./days.ts"
import { getDayInMonth } from "./month.ts"

export const VIEWS = ["month", "week", "list"] as const
export type View = (typeof VIEWS)[number]

/** `VIEWER_FILTER` selects the country, teams and sign-ups of the member. */
export const COUNTRY_FILTERS = [VIEWER_FILTER, ...COUNTRIES] as const

export interface Filters {
  country: (typeof COUNTRY_FILTERS)[number] | null
  team: string | null
  /** If no view is chosen, the width of the window decides. */
  view: View | null
  /** A month (`2026-11`), or null for the current month. */
  month: string | null
}

export const NO_FILTERS: Filters = { country: null, team: null, view: null, month: null }

/** slug.ts also contains the transliteration, so its pattern is not used. */
const SLUG = /^[a-z\d-]+$/
const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/

export function parseFilters(search: string): Filters {
  const query = new URLSearchParams(search)
  const [team, month] = [query.get("team"), query.get("month")]
  return {
    country: COUNTRY_FILTERS.find((country) => country === query.get("country")) ?? null,
    team: team && SLUG.test(team) ? team : null,
    view: VIEWS.find((view) => view === query.get("view")) ?? null,
    month: month && MONTH.test(month) ? month : null,
  }
}

/** Keeps other parameters of the URL. The result is empty or begins with a question mark. */
export function formatSearch({ country, team, view, month }: Filters, search: string): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ country, team, view, month })) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size > 0 ? `?${query}` : ""
}

/** In narrower windows, titles do not fit into a month. */
const WIDE = "(width >= 960px)"

export const today = (): string => getLocalDay(new Date().toISOString(), BALTIC_TIME)

export const $filters = atom<Filters>(NO_FILTERS)
const $isWide = atom(false)
export const $view = computed(
  [$filters, $isWide],
  ({ view }, isWide): View => view ?? (isWide ? "month" : "list"),
)
export const $month = computed($filters, (filters) => filters.month ?? getMonth(today()))
/** The chosen day may be in another month than the shown month. */
export const $day = atom(today())
export const $shownDay = computed([$day, $month], (day, month) =>
  getMonth(day) === month ? day : getDayInMonth(month, day),
)

/** Writes filters to the URL. With `isReplacing`, the browser history gets no new entry. */
export function choose(changes: Partial<Filters>, isReplacing = false): void {
  const filters = { ...$filters.get(), ...changes }
  const url = location.pathname + formatSearch(filters, location.search) + location.hash
  if (isReplacing) history.replaceState(history.state, "", url)
  else history.pushState(history.state, "", url)
  $filters.set(filters)
}

/** The URL does not contain the current month. */
export const goToMonth = (month: string): void =>
  choose({ month: month === getMonth(today()) ? null : month }, true)

export function chooseDay(day: string): void {
  $day.set(day)
  if (getMonth(day) !== $month.get()) goToMonth(getMonth(day))
}

/** Other lists also start with this country. */
export function chooseCountry(country: Filters["country"]): void {
  storeListChoice(country !== null)
  choose({ country })
}

/** Id of the event to scroll to when its row is rendered. */
export const $scrollTarget = atom<string | null>(null)

export const focusEvents = (): void => document.getElementById("calendar-events")?.focus()

export function startFilters(): () => void {
  const wide = matchMedia(WIDE)
  const readWidth = () => $isWide.set(wide.matches)
  const readUrl = () => $filters.set(parseFilters(location.search))
  readWidth()
  readUrl()
  const { country, team } = $filters.get()
  if (!country && !team && getInitialCountry()) choose({ country: VIEWER_FILTER }, true)
  wide.addEventListener("change", readWidth)
  addEventListener("popstate", readUrl)
  return () => {
    wide.removeEventListener("change", readWidth)
    removeEventListener("popstate", readUrl)
  }
}
