/** The language of a text and its translations, as they are read and as they may be written. */
import * as z from "zod/mini"
import { byLocale, LOCALES, type Locale } from "../i18n/locales.ts"

export const language = z.enum(LOCALES, "invalid")

/** The texts in further languages, by language. */
// Not a record: that part of the library would be a kilobyte more for members.
export const translationsOf = <Texts extends z.ZodMiniType>(texts: Texts) =>
  z.object(byLocale(() => z.optional(texts)))

/** Null: to be guessed from the text. */
export const guessable = z.optional(z.nullable(language))

/** A text's language as it is stored; left undefined it stays as it is. */
export interface Written {
  language?: Locale
  is_language_guessed?: boolean
}

/**
 * What may be written of something in two or more languages: all translations at once. What is left out stays
 * as it is.
 */
export const multilingual = <Texts extends z.ZodMiniType>(texts: Texts) => ({
  language: z.optional(language),
  translations: z.optional(z.strictObject(byLocale(() => z.optional(texts)))),
})
