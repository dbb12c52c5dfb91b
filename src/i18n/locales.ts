/** The languages of the interface. */
export const LOCALES = ["en", "lv", "et", "lt", "ru"] as const

export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = "en"

/** Each language by its own name. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: "English",
  lv: "Latviešu",
  et: "Eesti",
  lt: "Lietuvių",
  ru: "Русский",
}

/** Open Graph's codes. */
export const OG_LOCALES: Record<Locale, string> = {
  en: "en_US",
  lv: "lv_LV",
  et: "et_EE",
  lt: "lt_LT",
  ru: "ru_RU",
}

/** BCP 47 tags for `Intl`: dates and numbers follow the region's customs. */
export const INTL_LOCALES: Record<Locale, string> = {
  en: "en-US",
  lv: "lv-LV",
  et: "et-EE",
  lt: "lt-LT",
  ru: "ru-RU",
}

export const isLocale = (value: unknown): value is Locale =>
  LOCALES.some((locale) => locale === value)
