/** ISO 3166-1 codes. `docs/add-a-country.md` describes what else a new country needs. */
export const COUNTRIES = ["ee", "lv", "lt"] as const

export type Country = (typeof COUNTRIES)[number]

const PATHS: Record<Country, string> = { ee: "/estonia", lv: "/latvia", lt: "/lithuania" }

/** Country pages have full names, because a code could be taken for a language. */
export const countryPath = (country: Country): string => PATHS[country]

/** Returns `all` if there is no country. */
export const getCountryColor = (country: Country | null): Country | "all" => country ?? "all"
