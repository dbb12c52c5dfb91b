/** ISO 3166-1 codes of the site's countries. To add one, follow `docs/add-a-country.md`. */
export const COUNTRIES = ["ee", "lv", "lt"] as const

export type Country = (typeof COUNTRIES)[number]

const PATHS: Record<Country, string> = { ee: "/estonia", lv: "/latvia", lt: "/lithuania" }

/** Returns the path of a country's page. Paths have full names, because a code could be taken for a language. */
export const countryPath = (country: Country): string => PATHS[country]

/** Returns the suffix of a country's color classes (`place-lv`). Items without a country have the suffix `all`. */
export const getCountryColor = (country: Country | null): Country | "all" => country ?? "all"
