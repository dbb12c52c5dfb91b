import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "./locales.ts"

// Two slashes at the start would make it another site's address; browsers read a backslash as a slash.
const onThisSite = (path: string) => `/${path.replace(/^[/\\]+/, "")}`

/** A path of the English site (`/news`) as it is in a locale (`/lv/news`); no trailing slash. */
export function localePath(path: string, locale: Locale): string {
  const own = onThisSite(path)
  if (locale === DEFAULT_LOCALE) return own
  return own === "/" ? `/${locale}` : `/${locale}${own}`
}

/** The locale of an address, and its path without it; `explicit` when the address names the locale. */
export function splitLocale(pathname: string): { locale: Locale; path: string; explicit: boolean } {
  const [, first, ...rest] = pathname.split("/")
  return isLocale(first)
    ? { locale: first, path: onThisSite(rest.join("/")), explicit: true }
    : { locale: DEFAULT_LOCALE, path: onThisSite(pathname), explicit: false }
}

/** The address of the present page in another locale: keeps query and hash, and says that it was asked for. */
export function addressIn(
  locale: Locale,
  at: { pathname: string; search: string; hash: string },
): string {
  const query = new URLSearchParams(at.search)
  query.set("lang", locale)
  return `${localePath(splitLocale(at.pathname).path, locale)}?${query}${at.hash}`
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
