/**
 * The countries of the site, by ISO 3166-1 code. Forms, filters, lists, feeds and pages are made from this list.
 * `docs/add-a-country.md` names what else a new country needs.
 */
export const COUNTRIES = ["ee", "lv", "lt"] as const

export type Country = (typeof COUNTRIES)[number]

const PATHS: Record<Country, string> = { ee: "/estonia", lv: "/latvia", lt: "/lithuania" }

/** Returns the path of a country's page. The code itself could be taken for a language. */
export const countryPath = (country: Country): string => PATHS[country]

/** Returns the country whose color marks an event, a team or an article; `all` without a country. */
export const countryColorOf = (country: Country | null): Country | "all" => country ?? "all"
