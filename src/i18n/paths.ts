import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "./locales.ts"

// A path with two slashes at its start is the URL of another site. Browsers treat a backslash as a slash.
const withOneSlash = (path: string) => `/${path.replace(/^[/\\]+/, "")}`

/** Returns the path of a locale (`/lv/news`) for a path of the English site (`/news`). */
export function localePath(path: string, locale: Locale): string {
  const normalizedPath = withOneSlash(path)
  if (locale === DEFAULT_LOCALE) return normalizedPath
  return normalizedPath === "/" ? `/${locale}` : `/${locale}${normalizedPath}`
}

/** Splits a path into its locale and its path on the English site. `isExplicit` means that the path names the locale. */
export function splitLocale(pathname: string): {
  locale: Locale
  path: string
  isExplicit: boolean
} {
  const [, first, ...rest] = pathname.split("/")
  return isLocale(first)
    ? { locale: first, path: withOneSlash(rest.join("/")), isExplicit: true }
    : { locale: DEFAULT_LOCALE, path: withOneSlash(pathname), isExplicit: false }
}

/** Returns the URL of the current page in another locale, with a `lang` parameter that stores the choice. */
export function pathInLocale(
  locale: Locale,
  at: { pathname: string; search: string; hash: string },
): string {
  const query = new URLSearchParams(at.search)
  query.set("lang", locale)
  return `${localePath(splitLocale(at.pathname).path, locale)}?${query}${at.hash}`
}

export const listLocaleParams = (): { locale: Locale; params: { locale: string | undefined } }[] =>
  LOCALES.map((locale) => ({
    locale,
    params: { locale: locale === DEFAULT_LOCALE ? undefined : locale },
  }))

export const parseLocale = (param: string | undefined): Locale =>
  isLocale(param) ? param : DEFAULT_LOCALE

export const getLoginLink = (next: string, locale: Locale) =>
  `${localePath("/login", locale)}?${new URLSearchParams({ next })}`
