/** A word's stem: what all its forms begin with, near enough. Words come folded, and stems compare with stems alone. */
import type { Locale } from "../../i18n/locales.ts"

export type Stem = (word: string) => string

/** By our own for the languages that Snowball's authors left out, or npm has no port of. */
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
