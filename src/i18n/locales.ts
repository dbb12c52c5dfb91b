/** Languages of the site. The first is the default. */
export const LOCALES = ["en", "lv", "et", "lt", "ru"] as const

export type Locale = (typeof LOCALES)[number]

export const DEFAULT_LOCALE: Locale = "en"

export const LOCALE_NAMES: Record<Locale, string> = {
  en: "English",
  lv: "Latviešu",
  et: "Eesti",
  lt: "Lietuvių",
  ru: "Русский",
}

export const INTL_LOCALES: Record<Locale, string> = {
  en: "en-US",
  lv: "lv-LV",
  et: "et-EE",
  lt: "lt-LT",
  ru: "ru-RU",
}

/** Returns whether a page needs the Cyrillic fonts. `items` are the items with text on the page. */
export const needsCyrillic = (locale: Locale, items: readonly { language: Locale }[]): boolean =>
  locale === "ru" || items.some(({ language }) => language === "ru")

export const mapLocales = <Value>(make: (locale: Locale) => Value): Record<Locale, Value> => ({
  en: make("en"),
  lv: make("lv"),
  et: make("et"),
  lt: make("lt"),
  ru: make("ru"),
})

/** Language tags for Open Graph metadata, such as `lv_LV`. */
export const OG_LOCALES = mapLocales((locale) => INTL_LOCALES[locale].replace("-", "_"))

export const isLocale = (value: unknown): value is Locale =>
  LOCALES.some((locale) => locale === value)
