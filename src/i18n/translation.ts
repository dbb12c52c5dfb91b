/** What is written in one language and translated into others, as readers of each see it. */
import { LOCALES, type Locale } from "./locales.ts"

/** The texts in further languages, by language. */
export type Translations<Texts> = { [Language in Locale]?: Texts | undefined }

export interface Translated<Texts> {
  /** Of its own texts. */
  language: Locale
  translations: Translations<Texts>
}

/** The `lang` attribute of a text on a page; none where it is the page's. */
export const langOn = (page: Locale, language: Locale): Locale | undefined =>
  language === page ? undefined : language

/** The languages that it is in, its own first. */
export const languagesOf = ({ language, translations }: Translated<unknown>): Locale[] => [
  language,
  ...LOCALES.filter((locale) => locale !== language && translations[locale]),
]

/**
 * It with the texts that readers of a locale see: translated ones where there are any, else its own. Its
 * `language` is then that of what is shown.
 */
export function inLocale<Texts extends object, Item extends Translated<Texts>>(
  item: Item & Translated<Texts>,
  locale: Locale,
): Item & { languages: Locale[] } {
  const texts = locale === item.language ? undefined : item.translations[locale]
  const languages = languagesOf(item)
  return texts ? { ...item, ...texts, language: locale, languages } : { ...item, languages }
}
