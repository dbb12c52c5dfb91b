import { LOCALE_NAMES, LOCALES, type Locale } from "../../i18n/locales.ts"
import type { Translations } from "../../i18n/translation.ts"
import type { FieldErrors } from "../../shared/problem.ts"

type Texts<Name extends string> = { [Field in Name]: string }

/** The top-level texts are the original; translations are nested. */
export type Multilingual<Name extends string> = Texts<Name> & {
  language: Locale
  translations: Translations<Texts<Name>>
}

type Names<Name extends string> = readonly Name[]

const mapNames = <Name extends string, Text>(names: Names<Name>, text: (name: Name) => Text) =>
  Object.fromEntries(names.map((name) => [name, text(name)])) as { [Field in Name]: Text }

const isEmpty = (texts: object) => Object.values(texts).every((text) => text.trim() === "")

/** Removes translations without texts, and sorts the others by language. */
const normalizeTranslations = <Name extends string>(
  translations: Translations<Texts<Name>>,
): Translations<Texts<Name>> =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const texts = translations[locale]
      return texts && !isEmpty(texts) ? [[locale, texts]] : []
    }),
  )

export const toTranslationValues = <Name extends string>(
  translations: Translations<{ [Field in Name]: string | null }>,
  names: Names<Name>,
): Translations<Texts<Name>> =>
  normalizeTranslations(
    Object.fromEntries(
      LOCALES.flatMap((locale) => {
        const texts = translations[locale]
        return texts ? [[locale, mapNames(names, (name) => texts[name] ?? "")]] : []
      }),
    ),
  )

export const getTexts = <Name extends string>(
  values: Multilingual<Name>,
  names: Names<Name>,
  locale: Locale,
): Texts<Name> =>
  mapNames(names, (name) =>
    locale === values.language ? values[name] : (values.translations[locale]?.[name] ?? ""),
  )

export type Changes<Name extends string> = Partial<Multilingual<Name>>

/** Returns the change of one text. A translation without texts is removed. */
export function changeText<Name extends string>(
  values: Multilingual<Name>,
  names: Names<Name>,
  locale: Locale,
  name: Name,
  text: string,
): Changes<Name> {
  if (locale === values.language) return { [name]: text } as Changes<Name>
  const texts = { ...getTexts(values, names, locale), [name]: text }
  const translations = normalizeTranslations({ ...values.translations, [locale]: texts })
  return { translations } as Changes<Name>
}

/** Swaps the original with a translation into the new language. */
export function changeOriginalLanguage<Name extends string>(
  values: Multilingual<Name>,
  names: Names<Name>,
  language: Locale,
): Changes<Name> {
  const { [language]: texts, ...others } = values.translations
  if (!texts) return { language } as Changes<Name>
  const formerOriginal = { [values.language]: getTexts(values, names, values.language) }
  const translations = normalizeTranslations<Name>({ ...others, ...formerOriginal })
  return { ...texts, language, translations } as Changes<Name>
}

/** Returns a language whose texts have errors, preferably the selected language. */
export function findErrorLanguage(
  errors: FieldErrors,
  { language }: { language: Locale },
  names: Names<string>,
  selected: Locale,
): Locale | null {
  const localesWithErrors = LOCALES.filter((locale) =>
    names.some((name) => errors[locale === language ? name : `translations.${locale}.${name}`]),
  )
  return localesWithErrors.includes(selected) ? selected : (localesWithErrors[0] ?? null)
}

/** Functions that show the fields `language` and `translations` as text when versions of an item are compared. */
export const languageFormatters = {
  language: ({ language }: { language: Locale }) => LOCALE_NAMES[language],
  translations: ({ translations }: { translations: Translations<object> }) =>
    LOCALES.flatMap((locale) =>
      translations[locale]
        ? [[LOCALE_NAMES[locale], ...Object.values(translations[locale])].join("\n")]
        : [],
    ).join("\n\n"),
}
