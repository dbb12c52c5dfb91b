/** What of the calendar is shown, as the address tells it. */
import { SLUG_PATTERN } from "../../slug.ts"

export const COUNTRIES = ["ee", "lv", "lt"] as const

export type Country = (typeof COUNTRIES)[number]

export interface Filters {
  country: Country | null
  /** A team's slug. */
  team: string | null
  /** Where there is room for both. */
  view: "month" | "list"
  /** `2026-11`; null for the present one. */
  month: string | null
}

export const ALL: Filters = { country: null, team: null, view: "month", month: null }

const MONTH = /^[12]\d{3}-(0[1-9]|1[0-2])$/

/** The filters in an address's query; what it does not understand, it leaves out. */
export function filtersOf(search: string): Filters {
  const query = new URLSearchParams(search)
  const [team, month] = [query.get("team"), query.get("month")]
  return {
    country: COUNTRIES.find((country) => country === query.get("country")) ?? null,
    team: team && SLUG_PATTERN.test(team) ? team : null,
    view: query.get("view") === "list" ? "list" : "month",
    month: month && MONTH.test(month) ? month : null,
  }
}

/** The query for these filters; parameters of others stay. Empty, or with its question mark. */
export function searchOf({ country, team, view, month }: Filters, search: string): string {
  const query = new URLSearchParams(search)
  const values = { country, team, view: view === "list" ? view : null, month }
  for (const [name, value] of Object.entries(values)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return query.size > 0 ? `?${query}` : ""
}
