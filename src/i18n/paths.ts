import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "./locales.ts"

// Reduces slashes at the start to one, because browsers read `//` or `/\` as the URL of another site.
const keepOneSlash = (path: string) => `/${path.replace(/^[/\\]+/, "")}`

/** Returns the path in a language: `/lv/news` for the English path `/news`. */
export function localePath(path: string, locale: Locale): string {
  const normalizedPath = keepOneSlash(path)
  if (locale === DEFAULT_LOCALE) return normalizedPath
  return normalizedPath === "/" ? `/${locale}` : `/${locale}${normalizedPath}`
}

/** Splits a path into locale and English path. `isExplicit`: the path begins with a locale. */
export function splitLocale(pathname: string): {
  locale: Locale
  path: string
  isExplicit: boolean
} {
  const [, first, ...otherSegments] = pathname.split("/")
  return isLocale(first)
    ? { locale: first, path: keepOneSlash(otherSegments.join("/")), isExplicit: true }
    : { locale: DEFAULT_LOCALE, path: keepOneSlash(pathname), isExplicit: false }
}

/** Returns the path and query of the current page in another language, with a `lang` parameter that saves the choice. */
export function pathInLocale(
  locale: Locale,
  currentUrl: { pathname: string; search: string; hash: string },
): string {
  const query = new URLSearchParams(currentUrl.search)
  query.set("lang", locale)
  return `${localePath(splitLocale(currentUrl.pathname).path, locale)}?${query}${currentUrl.hash}`
}

/** Lists the route parameters of all languages. English paths have no locale segment. */
export const listLocaleParams = (): { locale: Locale; params: { locale: string | undefined } }[] =>
  LOCALES.map((locale) => ({
    locale,
    params: { locale: locale === DEFAULT_LOCALE ? undefined : locale },
  }))

export const parseLocale = (param: string | undefined): Locale =>
  isLocale(param) ? param : DEFAULT_LOCALE

export const getLoginLink = (next: string, locale: Locale) =>
  `${localePath("/login", locale)}?${new URLSearchParams({ next })}`
