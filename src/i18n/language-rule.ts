export interface Visit {
  pathname: string
  search: string
  /** Language saved in the browser. */
  saved: string | null
}

export interface LanguageChoice {
  /** Language to save; null if no language was chosen, or if it is saved already. */
  save: string | null
  /** Path to redirect to; null without a redirect. */
  path: string | null
}

/**
 * Chooses the language of a visit: the `lang` parameter, else the path, else the saved language.
 * Pages contain the source of this function (boot.ts), so it uses only its arguments and browser globals.
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
 * Returns the language to offer: the most preferred language in which the page exists. Returns null
 * if this is the page's own language, or without such a language. Pages contain its source, too.
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
