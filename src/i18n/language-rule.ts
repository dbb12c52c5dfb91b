export interface Visit {
  pathname: string
  search: string
  saved: string | null
}

export interface LanguageChoice {
  save: string | null
  path: string | null
}

/** Every page contains the source of this function, so it uses only its arguments. */
export function chooseLanguage(visit: Visit, locales: readonly string[]): LanguageChoice {
  const isKnown = (value: string | null | undefined) => !!value && locales.includes(value)
  const [, first, ...rest] = visit.pathname.split("/")
  const isExplicit = isKnown(first) && first !== locales[0]
  const englishPath = `/${(isExplicit ? rest.join("/") : visit.pathname).replace(/^[/\\]+/, "")}`
  const current = isExplicit ? first : locales[0]
  const requested = new URLSearchParams(visit.search).get("lang")
  const chosen = isKnown(requested)
    ? requested
    : isExplicit
      ? first
      : isKnown(visit.saved)
        ? visit.saved
        : null
  const save = chosen && chosen !== visit.saved ? chosen : null
  if (!chosen || chosen === current) return { save, path: null }
  if (chosen === locales[0]) return { save, path: englishPath }
  return { save, path: `/${chosen}${englishPath === "/" ? "" : englishPath}` }
}

/** Every page contains the source of this function, too. Returns null without a better language. */
export function findBetterLanguage(
  preferred: readonly string[],
  page: string,
  hasPage: (language: string) => boolean,
): string | null {
  const best = preferred
    .map((tag) => tag.split("-")[0] ?? "")
    .find((language) => language === page || hasPage(language))
  return best && best !== page ? best : null
}
