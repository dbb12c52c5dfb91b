import { INTL_LOCALES, LOCALES, type Locale } from "./locales.ts"
import { pageLocale } from "./page-translate.ts"

export const getLanguageName = (language: Locale, locale = pageLocale()): string =>
  new Intl.DisplayNames(INTL_LOCALES[locale], { type: "language" }).of(language) ?? language

/** Returns a list such as "Latvian and Russian". */
export const formatLanguageNames = (languages: unknown, locale = pageLocale()): string =>
  new Intl.ListFormat(INTL_LOCALES[locale], { type: "conjunction" }).format(
    LOCALES.filter((language) => Array.isArray(languages) && languages.includes(language)).map(
      (language) => getLanguageName(language, locale),
    ),
  )
