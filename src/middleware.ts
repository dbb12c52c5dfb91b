import type { MiddlewareHandler } from "astro"
import type { Translate } from "./i18n/keys.ts"
import type { Locale } from "./i18n/locales.ts"
import { parseLocale } from "./i18n/paths.ts"
import { getT } from "./i18n/t.ts"

declare global {
  namespace App {
    interface Locals {
      locale: Locale
      t: Translate
    }
  }
}

/** Provides the page's language and translate function to all Astro components (`Astro.locals`). */
export const onRequest: MiddlewareHandler = ({ params, locals }, next) => {
  locals.locale = parseLocale(params.locale)
  locals.t = getT(locals.locale)
  return next()
}
