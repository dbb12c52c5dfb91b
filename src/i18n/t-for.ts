/** Texts for components that the build renders, and the browser too. */
import type { Translate } from "./keys.ts"
import type { Locale } from "./locales.ts"
import { pageTranslate } from "./page-translate.ts"
import { getT } from "./t.ts"

/** The texts of a locale: all of them in a build, those that came with the page in a browser. */
export const tFor = (locale: Locale): Translate =>
  // Replaced when bundling, as is `t.ts` for browsers, so that none loads i18next.
  import.meta.env.SSR ? getT(locale) : pageTranslate()
