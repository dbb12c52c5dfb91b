import type { Translate } from "./keys.ts"
import type { Locale } from "./locales.ts"
import { pageTranslate } from "./page-translate.ts"
import { getT } from "./t.ts"

/**
 * Returns the translate function for a component that renders both in the build and in an island. In a browser, `locale`
 * is ignored, and only the texts in the page are available.
 */
export const tFor = (locale: Locale): Translate =>
  // The bundler evaluates this condition, so that browsers do not load i18next.
  import.meta.env.SSR ? getT(locale) : pageTranslate()
