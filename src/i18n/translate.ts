/** Texts in the browser: what a page's scripts and islands translate with. */
import type { Messages, MessageValues, Translate } from "./keys.ts"
import { INTL_LOCALES, type Locale } from "./locales.ts"

/** A text with its blanks (`{{name}}`) filled; one without a value stays. */
export const fillBlanks = (text: string, values: MessageValues): string =>
  text.replace(/{{(\w+)}}/g, (open, name) => String(values[name] ?? open))

/**
 * Translates with the messages that came with the page. With a `count`, the form is chosen by the
 * language's plural rules; a key without a text gives the key.
 */
export function translator(locale: Locale, messages: Messages): Translate {
  const plural = new Intl.PluralRules(INTL_LOCALES[locale])
  return (key, values = {}) => {
    const form =
      typeof values.count === "number" && messages[`${key}_${plural.select(values.count)}`]
    const text = form || messages[key] || messages[`${key}_other`] || key
    return fillBlanks(text, values)
  }
}
