import { LOCALES, type Locale } from "./locales.ts"

export type Translations<Texts> = { [Language in Locale]?: Texts | undefined }

export interface Translated<Texts> {
  /** Language of the original. */
  language: Locale
  translations: Translations<Texts>
}

/** Returns the `lang` attribute of a text, which is needed only if its language is not the page's. */
export const getLangAttribute = (page: Locale, language: Locale): Locale | undefined =>
  language === page ? undefined : language

export const listLanguages = ({ language, translations }: Translated<unknown>): Locale[] => [
  language,
  ...LOCALES.filter((locale) => locale !== language && translations[locale]),
]

/**
 * Returns an item with its texts in a language, or with the original texts if there is no translation into the
 * language.
 */
export function localize<Texts extends object, Item extends Translated<Texts>>(
  item: Item & Translated<Texts>,
  locale: Locale,
): Item & { languages: Locale[] } {
  const texts = locale === item.language ? undefined : item.translations[locale]
  const languages = listLanguages(item)
  return texts ? { ...item, ...texts, language: locale, languages } : { ...item, languages }
}
