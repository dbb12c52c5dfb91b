/** Translates at build time. */

import i18next from "./i18next.ts"
import type { MessageKey, MessageValues, Translate } from "./keys.ts"
import type { Locale } from "./locales.ts"

const translates = new Map<Locale, Translate>()

function makeT(locale: Locale): Translate {
  const fixed = i18next.getFixedT(locale)
  const plain = new Map<MessageKey, string>()
  return (key: MessageKey, values?: MessageValues) => {
    if (values) return String(fixed(key, values))
    const text = plain.get(key) ?? String(fixed(key))
    plain.set(key, text)
    return text
  }
}

/** Returns the translate function of a locale. Does not change i18next's current language, which is global state. */
export function getT(locale: Locale): Translate {
  const t = translates.get(locale) ?? makeT(locale)
  translates.set(locale, t)
  return t
}
