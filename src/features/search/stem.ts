/** A stemmer removes the ending of a folded word (lower case, without diacritics), so that most forms become equal. */
import type { Locale } from "../../i18n/locales.ts"

export type Stem = (word: string) => string

/** Loads the stemmer of a language. @orama/stemmers has none for Latvian and Estonian. */
export async function loadStem(locale: Locale): Promise<Stem> {
  switch (locale) {
    case "lv":
      return (await import("./stem-lv.ts")).stem
    case "et":
      return (await import("./stem-et.ts")).stem
    case "lt":
      return (await import("@orama/stemmers/lithuanian")).stemmer
    case "ru":
      return (await import("@orama/stemmers/russian")).stemmer
    default:
      return (await import("@orama/stemmers/english")).stemmer
  }
}
