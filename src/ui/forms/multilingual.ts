/** The values of a form whose texts are written in one language and translated into others. */
import { LOCALE_NAMES, LOCALES, type Locale } from "../../i18n/locales.ts"
import type { Translations } from "../../i18n/translation.ts"
import type { FieldErrors } from "../../shared/problem.ts"

type Texts<Name extends string> = { [Field in Name]: string }

/** The original's texts stand among the other values. */
export type Multilingual<Name extends string> = Texts<Name> & {
  language: Locale
  translations: Translations<Texts<Name>>
}

type Names<Name extends string> = readonly Name[]

const made = <Name extends string, Text>(names: Names<Name>, text: (name: Name) => Text) =>
  Object.fromEntries(names.map((name) => [name, text(name)])) as { [Field in Name]: Text }

const isEmpty = (texts: object) => Object.values(texts).every((text) => text.trim() === "")

/** In one order, whichever was written first, and without what is empty. */
const tidy = <Name extends string>(
  translations: Translations<Texts<Name>>,
): Translations<Texts<Name>> =>
  Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const texts = translations[locale]
      return texts && !isEmpty(texts) ? [[locale, texts]] : []
    }),
  )

/** The translations of a row as a form holds them: no text is null. */
export const translationValues = <Name extends string>(
  translations: Translations<{ [Field in Name]: string | null }>,
  names: Names<Name>,
): Translations<Texts<Name>> =>
  tidy(
    Object.fromEntries(
      LOCALES.flatMap((locale) => {
        const texts = translations[locale]
        return texts ? [[locale, made(names, (name) => texts[name] ?? "")]] : []
      }),
    ),
  )

/** The texts in a language, empty where there are none. */
export const textsIn = <Name extends string>(
  values: Multilingual<Name>,
  names: Names<Name>,
  locale: Locale,
): Texts<Name> =>
  made(names, (name) =>
    locale === values.language ? values[name] : (values.translations[locale]?.[name] ?? ""),
  )

export type Changes<Name extends string> = Partial<Multilingual<Name>>

/** What changes when a text is written; a translation whose last text goes is none any more. */
export function changedText<Name extends string>(
  values: Multilingual<Name>,
  names: Names<Name>,
  locale: Locale,
  name: Name,
  text: string,
): Changes<Name> {
  if (locale === values.language) return { [name]: text } as Changes<Name>
  const texts = { ...textsIn(values, names, locale), [name]: text }
  const translations = tidy({ ...values.translations, [locale]: texts })
  return { translations } as Changes<Name>
}

/**
 * What changes when another language is the original's: where there are texts in it, the two change places;
 * else it is the same text, in the language that it really is in.
 */
export function withOriginal<Name extends string>(
  values: Multilingual<Name>,
  names: Names<Name>,
  language: Locale,
): Changes<Name> {
  const { [language]: texts, ...others } = values.translations
  if (!texts) return { language } as Changes<Name>
  const former = { [values.language]: textsIn(values, names, values.language) }
  const translations = tidy<Name>({ ...others, ...former })
  return { ...texts, language, translations } as Changes<Name>
}

/** The language in which something is wrong; the one at hand before others, null for none. */
export function languageOfError(
  errors: FieldErrors,
  { language }: { language: Locale },
  names: Names<string>,
  chosen: Locale,
): Locale | null {
  const wrong = LOCALES.filter((locale) =>
    names.some((name) => errors[locale === language ? name : `translations.${locale}.${name}`]),
  )
  return wrong.includes(chosen) ? chosen : (wrong[0] ?? null)
}

/** For the comparison of two versions. */
export const shownLanguages = {
  language: ({ language }: { language: Locale }) => LOCALE_NAMES[language],
  translations: ({ translations }: { translations: Translations<object> }) =>
    LOCALES.flatMap((locale) =>
      translations[locale]
        ? [[LOCALE_NAMES[locale], ...Object.values(translations[locale])].join("\n")]
        : [],
    ).join("\n\n"),
}
