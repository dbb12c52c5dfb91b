/** Which language a visit gets, and which one its page offers. */

export interface Visit {
  /** Path and query of the address, e.g. `/lv/news` and `?lang=ru`. */
  pathname: string
  search: string
  /** What is kept under `language`, if anything. */
  saved: string | null
}

export interface LanguageChoice {
  /** What to keep under `language`; null leaves it as it is. */
  save: string | null
  /** The path to go to instead, without query; null stays. */
  path: string | null
}

/**
 * `?lang=xx` beats the path, an explicit path (`/lv/…`) is saved, and a saved language is applied where
 * a path without a locale is opened. Runs in the head of every page, written out by `toString`: it must
 * use nothing but its arguments. `locales` starts with the default, whose paths carry no locale.
 */
export function chooseLanguage(visit: Visit, locales: readonly string[]): LanguageChoice {
  const isKnown = (value: string | null | undefined) => !!value && locales.includes(value)
  const [, first, ...rest] = visit.pathname.split("/")
  const isExplicit = isKnown(first) && first !== locales[0]
  // `//evil.example` would be another site's address.
  const bare = `/${(isExplicit ? rest.join("/") : visit.pathname).replace(/^[/\\]+/, "")}`
  const current = isExplicit ? first : locales[0]
  const asked = new URLSearchParams(visit.search).get("lang")
  const wanted = isKnown(asked)
    ? asked
    : isExplicit
      ? first
      : isKnown(visit.saved)
        ? visit.saved
        : null
  const save = wanted && wanted !== visit.saved ? wanted : null
  if (!wanted || wanted === current) return { save, path: null }
  if (wanted === locales[0]) return { save, path: bare }
  return { save, path: `/${wanted}${bare === "/" ? "" : bare}` }
}

/**
 * The language that a reader would rather have a page in, of those that it is in; null where there is none.
 * `preferred` are the browser's, the best first, e.g. `lv-LV`. Written out by `toString`, too.
 */
export function betterLanguage(
  preferred: readonly string[],
  page: string,
  isIn: (language: string) => boolean,
): string | null {
  const best = preferred
    .map((tag) => tag.split("-")[0] ?? "")
    .find((language) => language === page || isIn(language))
  return best && best !== page ? best : null
}
