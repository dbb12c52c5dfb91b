/** The values of the domains `country_code` and `locale_code`. */
export type CountryCode = "ee" | "lv" | "lt"
export type LocaleCode = "en" | "lv" | "et" | "lt" | "ru"
