import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "./locales.ts"

/** A path of the English site (`/news`) as it is in a locale (`/lv/news`); no trailing slash. */
export function localePath(path: string, locale: Locale): string {
  if (locale === DEFAULT_LOCALE) return path
  return path === "/" ? `/${locale}` : `/${locale}${path}`
}

/** The locale of an address, and its path without it; `explicit` when the address names the locale. */
export function splitLocale(pathname: string): { locale: Locale; path: string; explicit: boolean } {
  const [, first, ...rest] = pathname.split("/")
  return isLocale(first)
    ? { locale: first, path: `/${rest.join("/")}`, explicit: true }
    : { locale: DEFAULT_LOCALE, path: pathname, explicit: false }
}

/** The `locale` params of every page: none for English, whose addresses carry no locale. */
export const localeParams = (): { locale: Locale; params: { locale: string | undefined } }[] =>
  LOCALES.map((locale) => ({
    locale,
    params: { locale: locale === DEFAULT_LOCALE ? undefined : locale },
  }))

/** The locale of a page from its route's param. */
export const localeOf = (param: string | undefined): Locale =>
  isLocale(param) ? param : DEFAULT_LOCALE
