/** Stemmers: each cuts the ending off a folded word, so that most forms of a word have the same stem. */
import type { Locale } from "../../i18n/locales.ts"

export type Stem = (word: string) => string

/** Loads a language's stemmer. Latvian and Estonian have their own, because npm has none in JavaScript. */
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
