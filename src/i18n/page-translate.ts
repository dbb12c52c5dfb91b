/** src/islands/client-member.ts adds the texts of islands for members to the page. */
import type { Translate } from "./keys.ts"
import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts"
import { createTranslate } from "./translate.ts"

export const pageLocale = (): Locale => {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : DEFAULT_LOCALE
}

let cached: Translate | undefined
let cachedBlocks = 0

export function pageTranslate(): Translate {
  const blocks = document.querySelectorAll("script[data-messages]")
  if (cached && blocks.length === cachedBlocks) return cached
  cachedBlocks = blocks.length
  const messages = Array.from(blocks, ({ textContent }) => JSON.parse(textContent))
  cached = createTranslate(pageLocale(), Object.assign({}, ...messages))
  return cached
}
