import * as z from "zod/mini"
import { LOCALES, type Locale, mapLocales } from "../i18n/locales.ts"

export const language = z.enum(LOCALES, "invalid")

/** Schema of translations by language. A `z.record` would make members' pages larger. */
export const translationsSchema = <Texts extends z.ZodMiniType>(texts: Texts) =>
  z.object(mapLocales(() => z.optional(texts)))

/** Schema of a text's language. The server detects the language if the value is null. */
export const guessableLanguage = z.optional(z.nullable(language))

/** Language fields of an update. Missing fields leave the stored values unchanged. */
export interface LanguageUpdate {
  language?: Locale
  is_language_guessed?: boolean
}

/** Language fields of an update. `translations` replaces all stored translations; missing fields change nothing. */
export const multilingual = <Texts extends z.ZodMiniType>(texts: Texts) => ({
  language: z.optional(language),
  translations: z.optional(z.strictObject(mapLocales(() => z.optional(texts)))),
})
