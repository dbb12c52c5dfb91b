export interface Visit {
  pathname: string
  search: string
  /** Language saved in the browser. */
  saved: string | null
}

export interface LanguageChoice {
  /** Language to save, or null if the URL contains no language or if the browser has already saved it. */
  save: string | null
  /** Path to which the visit is redirected, or null if it is not redirected. */
  path: string | null
}

/**
 * Chooses the language of a visit: from the `lang` parameter, otherwise from the path, otherwise the saved language.
 * boot.ts copies the source of this function into pages, so it may use only its arguments and browser globals.
 */
export function chooseLanguage(visit: Visit, locales: readonly string[]): LanguageChoice {
  const isKnown = (value: string | null | undefined) => !!value && locales.includes(value)
  const [, firstSegment, ...otherSegments] = visit.pathname.split("/")
  const isExplicit = isKnown(firstSegment) && firstSegment !== locales[0]
  const englishPath = `/${(isExplicit ? otherSegments.join("/") : visit.pathname).replace(/^[/\\]+/, "")}`
  const current = isExplicit ? firstSegment : locales[0]
  const requested = new URLSearchParams(visit.search).get("lang")
  const chosen = [requested, isExplicit ? firstSegment : null, visit.saved].find(isKnown) ?? null
  const save = chosen && chosen !== visit.saved ? chosen : null
  if (!chosen || chosen === current) return { save, path: null }
  if (chosen === locales[0]) return { save, path: englishPath }
  return { save, path: `/${chosen}${englishPath === "/" ? "" : englishPath}` }
}

/**
 * Returns the language to offer to a visitor: the most preferred language in which the page exists. Returns null if
 * this is the language of the page, or if the page exists in no preferred language. boot.ts copies the source of this
 * function into pages.
 */
export function findBetterLanguage(
  preferred: readonly string[],
  pageLanguage: string,
  hasPage: (language: string) => boolean,
): string | null {
  const best = preferred
    .map((tag) => tag.split("-")[0] ?? "")
    .find((language) => language === pageLanguage || hasPage(language))
  return best && best !== pageLanguage ? best : null
}
