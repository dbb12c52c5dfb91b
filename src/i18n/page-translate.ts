/** The texts that came with the page, and those of members' islands where they start (src/islands/client-member.ts). */
import type { Translate } from "./keys.ts"
import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts"
import { translator } from "./translate.ts"

/** The language that the page is written in. */
export const pageLocale = (): Locale => {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : DEFAULT_LOCALE
}

let known: Translate | undefined
let blocksKnown = 0

/** Translates with the messages that the page has by now, as the build wrote them (PageMessages.astro). */
export function pageTranslate(): Translate {
  const blocks = document.querySelectorAll("script[data-messages]")
  if (known && blocks.length === blocksKnown) return known
  blocksKnown = blocks.length
  const messages = Array.from(blocks, ({ textContent }) => JSON.parse(textContent))
  known = translator(pageLocale(), Object.assign({}, ...messages))
  return known
}
