import * as z from "zod/mini"
import { LOCALES, type Locale, mapLocales } from "../i18n/locales.ts"

export const language = z.enum(LOCALES, "invalid")

/** Returns the schema of translations by language. `z.record` would add a kilobyte to the scripts of members. */
export const translationsOf = <Texts extends z.ZodMiniType>(texts: Texts) =>
  z.object(mapLocales(() => z.optional(texts)))

/** The language of a text in a request. If it is null, the server detects the language. */
export const guessableLanguage = z.optional(z.nullable(language))

/** The fields of a database update that set a text's language. An undefined field is unchanged. */
export interface LanguageUpdate {
  language?: Locale
  is_language_guessed?: boolean
}

/** Returns the fields of an update with translations. An update replaces all translations; a missing field is unchanged. */
export const multilingual = <Texts extends z.ZodMiniType>(texts: Texts) => ({
  language: z.optional(language),
  translations: z.optional(z.strictObject(mapLocales(() => z.optional(texts)))),
})
