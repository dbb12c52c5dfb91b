import { DEFAULT_LOCALE, isLocale, LOCALES, type Locale } from "./locales.ts"

// Browsers read `//` or `/\` at the start as the URL of another site.
const keepOneSlash = (path: string) => `/${path.replace(/^[/\\]+/, "")}`

/** Returns `/lv/news` for the English path `/news`. */
export function localePath(path: string, locale: Locale): string {
  const normalizedPath = keepOneSlash(path)
  if (locale === DEFAULT_LOCALE) return normalizedPath
  return normalizedPath === "/" ? `/${locale}` : `/${locale}${normalizedPath}`
}

/** Splits a path into locale and English path. `isExplicit`: the path names the locale. */
export function splitLocale(pathname: string): {
  locale: Locale
  path: string
  isExplicit: boolean
} {
  const [, first, ...rest] = pathname.split("/")
  return isLocale(first)
    ? { locale: first, path: keepOneSlash(rest.join("/")), isExplicit: true }
    : { locale: DEFAULT_LOCALE, path: keepOneSlash(pathname), isExplicit: false }
}

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
