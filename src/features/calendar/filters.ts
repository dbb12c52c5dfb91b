/** What of the calendar is shown, as the address has it. */
import { atom, computed } from "nanostores"
import { COUNTRIES, type Country } from "../../countries.ts"
import { BALTIC_TIME, dayOf } from "../../i18n/dates.ts"
import { monthOf } from "./days.ts"

export const VIEWS = ["month", "week", "list"] as const
export type View = (typeof VIEWS)[number]

export interface Filters {
  country: Country | null
  /** A team's slug, or `MINE`. */
  team: string | null
  /** Null for what fits the window. */
  view: View | null
  /** `2026-11`; null for the present one. */
  month: string | null
}

export const ALL: Filters = { country: null, team: null, view: null, month: null }

/** Not the one of slug.ts, with which the transliteration would come. */
const SLUG = /^[a-z\d-]+$/
const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/

/** The filters in an address's query; what it does not understand, it leaves out. */
export function filtersOf(search: string): Filters {
  const query = new URLSearchParams(search)
  const [team, month] = [query.get("team"), query.get("month")]
  return {
    country: COUNTRIES.find((country) => country === query.get("country")) ?? null,
    team: team && SLUG.test(team) ? team : null,
    view: VIEWS.find((view) => view === query.get("view")) ?? null,
    month: month && MONTH.test(month) ? month : null,
  }
}

/** The query for these filters; parameters of others stay. Empty, or with its question mark. */
export function searchOf({ country, team, view, month }: Filters, search: string): string {
  const query = new URLSearchParams(search)
  for (const [name, value] of Object.entries({ country, team, view, month })) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size > 0 ? `?${query}` : ""
}

/** Where there is room for a month's titles; on phones the list tells more, until another view is chosen. */
const WIDE = "(width >= 960px)"

export const today = (): string => dayOf(new Date().toISOString(), BALTIC_TIME)

export const $filters = atom<Filters>(ALL)
const $isWide = atom(false)
export const $view = computed(
  [$filters, $isWide],
  ({ view }, isWide): View => view ?? (isWide ? "month" : "list"),
)
export const $month = computed($filters, (filters) => filters.month ?? monthOf(today()))
/** The day that is chosen in the month. */
export const $day = atom(today())

/** Shows something else, and puts it into the address; a step that "back" undoes, unless it is small. */
export function choose(changes: Partial<Filters>, isSmall = false): void {
  const filters = { ...$filters.get(), ...changes }
  const address = location.pathname + searchOf(filters, location.search) + location.hash
  if (isSmall) history.replaceState(history.state, "", address)
  else history.pushState(history.state, "", address)
  $filters.set(filters)
}

/** The event whose row comes into sight once it is there. */
export const $toShow = atom<string | null>(null)

/** Moves the focus to the events, where what had it is gone. */
export const focusEvents = (): void => document.getElementById("calendar-events")?.focus()

/** Follows the address and the window's width. Returns what ends it. */
export function startFilters(): () => void {
  const wide = matchMedia(WIDE)
  const readWidth = () => $isWide.set(wide.matches)
  const readAddress = () => $filters.set(filtersOf(location.search))
  readWidth()
  readAddress()
  wide.addEventListener("change", readWidth)
  addEventListener("popstate", readAddress)
  return () => {
    wide.removeEventListener("change", readWidth)
    removeEventListener("popstate", readAddress)
  }
}
