/** The three countries that the site is about, by their ISO codes. */
export const COUNTRIES = ["ee", "lv", "lt"] as const

export type Country = (typeof COUNTRIES)[number]

/** A country's page, in every language; its code would be a language's. */
export const countryPath = (country: Country) =>
  ({ ee: "/estonia", lv: "/latvia", lt: "/lithuania" })[country]
