/** The texts that came with the page. */
import type { Messages, Translate } from "./keys.ts"
import { DEFAULT_LOCALE, isLocale, type Locale } from "./locales.ts"
import { translator } from "./translate.ts"

/** As the build wrote them, see PageMessages.astro. */
const pageMessages = (): Messages =>
  Object.assign(
    {},
    ...Array.from(document.querySelectorAll("script[data-messages]"), ({ textContent }) =>
      JSON.parse(textContent),
    ),
  )

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
