import { isRecord } from "../shared/json.ts"
import type { Messages, MessageValues, Translate } from "./keys.ts"
import { INTL_LOCALES, type Locale } from "./locales.ts"

/** Replaces placeholders (`{{name}}`) with their values. A placeholder without a value stays in the text. */
export const fillPlaceholders = (text: string, values: MessageValues): string =>
  text.replace(/{{(\w+)}}/g, (placeholder, name) => String(values[name] ?? placeholder))

/** Creates a translate function. The value `count` selects the plural form. A key without a text is returned. */
export function createTranslate(locale: Locale, messages: Messages): Translate {
  const plural = new Intl.PluralRules(INTL_LOCALES[locale])
  return (key, values = {}) => {
    const form =
      typeof values.count === "number" && messages[`${key}_${plural.select(values.count)}`]
    const text = form || messages[key] || messages[`${key}_other`] || key
    return fillPlaceholders(text, values)
  }
}

function* listLeaves(tree: Record<string, unknown>, path: string): Generator<[string, string]> {
  for (const [key, value] of Object.entries(tree)) {
    if (isRecord(value)) yield* listLeaves(value, `${path}${key}.`)
    else yield [`${path}${key}`, String(value)]
  }
}

/** Converts a tree of texts to texts by key, such as `common:toasts.signedOut.title`. */
export const flatten = (namespace: string, tree: unknown): Messages =>
  isRecord(tree) ? Object.fromEntries(listLeaves(tree, `${namespace}:`)) : {}
