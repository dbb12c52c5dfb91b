/** The language that a text is written in, as somebody says or as the text looks. */
import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "../../src/i18n/locales.ts"
import type { Written } from "../../src/schema/translations.ts"

/** Reading the tables takes a quarter of a second: not before the first text is saved. */
async function detector() {
  const { eld } = await import("eld/small")
  eld.setLanguageSubset([...LOCALES])
  // Addresses are in no language.
  eld.enableTextCleanup(true)
  return eld
}

let known: ReturnType<typeof detector> | undefined

/** The likeliest of our languages. Of the interface's own texts it takes 97 % of two or three words rightly, of longer ones all but 1 in 300. */
export async function guessLanguage(text: string): Promise<Locale> {
  known ??= detector()
  const { language } = (await known).detect(text)
  return isLocale(language) ? language : DEFAULT_LOCALE
}

/** What is stored of a text's language; null is for a guess, and nothing changes nothing. */
export function writtenIn(language: Locale | null, text: string): Promise<Required<Written>>
export function writtenIn(language: Locale | null | undefined, text: string): Promise<Written>
export async function writtenIn(
  language: Locale | null | undefined,
  text: string,
): Promise<Written> {
  if (language === undefined) return {}
  return {
    language: language ?? (await guessLanguage(text)),
    is_language_guessed: language === null,
  }
}
