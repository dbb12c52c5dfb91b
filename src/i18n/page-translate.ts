/** Translates in the browser, with the texts that the page contains or load-member-messages.ts has added. */
import type { Translate } from "./keys.ts"
import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts"
import { createTranslate } from "./translate.ts"

export const pageLocale = (): Locale => {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : DEFAULT_LOCALE
}

let cached: Translate | undefined
let cachedBlockCount = 0

/** Returns a function that translates with the page's texts. Reads the texts again if some were added. */
export function pageTranslate(): Translate {
  const blocks = document.querySelectorAll("script[data-messages]")
  if (cached && blocks.length === cachedBlockCount) return cached
  cachedBlockCount = blocks.length
  const messages = Array.from(blocks, ({ textContent }) => JSON.parse(textContent))
  cached = createTranslate(pageLocale(), Object.assign({}, ...messages))
  return cached
}
