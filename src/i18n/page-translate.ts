/** The texts that came with the page. */
import type { Messages, Translate } from "./keys.ts"
import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts"
import { translator } from "./translate.ts"

const isMessages = (value: unknown): value is Messages =>
  typeof value === "object" &&
  value !== null &&
  Object.values(value).every((text) => typeof text === "string")

function pageMessages(): Messages {
  const blocks = document.querySelectorAll("script[data-messages]")
  return Object.assign(
    {},
    ...Array.from(blocks, (block): Messages => {
      const messages: unknown = JSON.parse(block.textContent ?? "{}")
      return isMessages(messages) ? messages : {}
    }),
  )
}

/** The language that the page is written in. */
export const pageLocale = (): Locale => {
  const { lang } = document.documentElement
  return isLocale(lang) ? lang : DEFAULT_LOCALE
}

let known: Translate | undefined

/** Translates with the messages of the page's `PageMessages`. */
export function pageTranslate(): Translate {
  known ??= translator(pageLocale(), pageMessages())
  return known
}
