import type { Translate } from "./keys.ts"
import type { Locale } from "./locales.ts"
import { pageTranslate } from "./page-translate.ts"
import { getT } from "./t.ts"

/** In a browser, the function has only the texts of the page. */
export const tFor = (locale: Locale): Translate =>
  // The bundler replaces this condition, so that browsers do not load i18next.
  import.meta.env.SSR ? getT(locale) : pageTranslate()
