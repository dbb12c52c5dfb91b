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

/** Whether a page needs Cyrillic letters, for itself or for what it shows. */
export const needsCyrillic = (locale: Locale, shown: readonly { language: Locale }[]): boolean =>
  locale === "ru" || shown.some(({ language }) => language === "ru")

/** What is made for each language. */
export const byLocale = <Value>(make: (locale: Locale) => Value): Record<Locale, Value> => ({
  en: make("en"),
  lv: make("lv"),
  et: make("et"),
  lt: make("lt"),
  ru: make("ru"),
})

export const isLocale = (value: unknown): value is Locale =>
  LOCALES.some((locale) => locale === value)
