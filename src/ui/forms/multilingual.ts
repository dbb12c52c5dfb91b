import { LOCALE_NAMES, LOCALES, type Locale } from "../../i18n/locales.ts"
import type { Translations } from "../../i18n/translation.ts"
import type { FieldErrors } from "../../shared/problem.ts"

type Texts<Name extends string> = { [Field in Name]: string }

/** Texts of an item in several languages. The texts outside `translations` are in the original `language`. */
export type Multilingual<Name extends string> = Texts<Name> & {
  language: Locale
  translations: Translations<Texts<Name>>
}

const createTexts = <Name extends string>(
  fieldNames: readonly Name[],
  getText: (fieldName: Name) => string,
) => Object.fromEntries(fieldNames.map((name) => [name, getText(name)])) as Texts<Name>

const areAllEmpty = (texts: object) => Object.values(texts).every((text) => text.trim() === "")

/** Removes translations whose texts are all empty, and sorts the others by language. */
const normalizeTranslations = <Name extends string>(
  translations: Translations<Texts<Name>>,
): Translations<Texts<Name>> =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const texts = translations[locale]
      return texts && !areAllEmpty(texts) ? [[locale, texts]] : []
    }),
  )

export const toTranslationValues = <Name extends string>(
  translations: Translations<{ [Field in Name]: string | null }>,
  fieldNames: readonly Name[],
): Translations<Texts<Name>> =>
  normalizeTranslations(
    Object.fromEntries(
      LOCALES.flatMap((locale) => {
        const texts = translations[locale]
        return texts ? [[locale, createTexts(fieldNames, (name) => texts[name] ?? "")]] : []
      }),
    ),
  )

export const getTexts = <Name extends string>(
  values: Multilingual<Name>,
  fieldNames: readonly Name[],
  locale: Locale,
): Texts<Name> =>
  createTexts(fieldNames, (name) =>
    locale === values.language ? values[name] : (values.translations[locale]?.[name] ?? ""),
  )

export type Changes<Name extends string> = Partial<Multilingual<Name>>

/** Returns the fields that change when one text is typed. Removes a translation whose texts are all empty. */
export function changeText<Name extends string>(
  values: Multilingual<Name>,
  fieldNames: readonly Name[],
  locale: Locale,
  changedField: Name,
  text: string,
): Changes<Name> {
  if (locale === values.language) return { [changedField]: text } as Changes<Name>
  const texts = { ...getTexts(values, fieldNames, locale), [changedField]: text }
  const translations = normalizeTranslations({ ...values.translations, [locale]: texts })
  return { translations } as Changes<Name>
}

/**
 * Returns the fields that change when another original language is selected. A translation into that language becomes
 * the original, and the original becomes a translation.
 */
export function changeOriginalLanguage<Name extends string>(
  values: Multilingual<Name>,
  fieldNames: readonly Name[],
  language: Locale,
): Changes<Name> {
  const { [language]: texts, ...others } = values.translations
  if (!texts) return { language } as Changes<Name>
  const formerOriginal = { [values.language]: getTexts(values, fieldNames, values.language) }
  const translations = normalizeTranslations<Name>({ ...others, ...formerOriginal })
  return { ...texts, language, translations } as Changes<Name>
}

/** Returns a language whose texts have errors, preferably the selected language, or null if no text has an error. */
export function findErrorLanguage(
  errors: FieldErrors,
  { language }: { language: Locale },
  fieldNames: readonly string[],
  selected: Locale,
): Locale | null {
  const localesWithErrors = LOCALES.filter((locale) =>
    fieldNames.some(
      (name) => errors[locale === language ? name : `translations.${locale}.${name}`],
    ),
  )
  return localesWithErrors.includes(selected) ? selected : (localesWithErrors[0] ?? null)
}

/** Functions that format the fields `language` and `translations` for a comparison of two versions of an item. */
export const languageFormatters = {
  language: ({ language }: { language: Locale }) => LOCALE_NAMES[language],
  translations: ({ translations }: { translations: Translations<object> }) =>
    LOCALES.flatMap((locale) =>
      translations[locale]
        ? [[LOCALE_NAMES[locale], ...Object.values(translations[locale])].join("\n")]
        : [],
    ).join("\n\n"),
}
