import * as z from "zod/mini"
import { LOCALES, type Locale, mapLocales } from "../i18n/locales.ts"

export const language = z.enum(LOCALES, "invalid")

/** `z.record` would make members' pages larger. */
export const translationsSchema = <Texts extends z.ZodMiniType>(texts: Texts) =>
  z.object(mapLocales(() => z.optional(texts)))

/** If the language is null, the server detects it. */
export const guessableLanguage = z.optional(z.nullable(language))

/** An undefined field stays unchanged. */
export interface LanguageUpdate {
  language?: Locale
  is_language_guessed?: boolean
}

/** An update replaces all translations; a missing field stays unchanged. */
export const multilingual = <Texts extends z.ZodMiniType>(texts: Texts) => ({
  language: z.optional(language),
  translations: z.optional(z.strictObject(mapLocales(() => z.optional(texts)))),
})
