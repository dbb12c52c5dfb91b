import type { Translate } from "./keys.ts"
import type { Locale } from "./locales.ts"
import { pageTranslate } from "./page-translate.ts"
import { getT } from "./t.ts"

/** Returns a translate function for components of builds and islands. In a browser, it has only the page's texts. */
export const tFor = (locale: Locale): Translate =>
  // The bundler evaluates this condition, so that browsers do not load i18next.
  import.meta.env.SSR ? getT(locale) : pageTranslate()
