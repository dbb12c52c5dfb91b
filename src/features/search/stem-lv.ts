/** A stemmer for Latvian, after K. Kreslins, “A stemming algorithm for Latvian” (1996). It expects folded words. */

/** Endings, longest first, and the number of vowel groups that must remain. */
const ENDINGS: readonly (readonly [ending: string, vowels: number])[] = [
  ...["ajiem", "ajai", "ajam", "ajas", "ajos"].map((ending) => [ending, 2] as const),
  ...["iem", "aja", "ais", "ies"].map((ending) => [ending, 1] as const),
  ...["am", "em", "im", "um", "as", "es", "is", "os", "us", "ai", "ei", "ij", "ie"].map(
    (ending) => [ending, 1] as const,
  ),
  ...["a", "e", "i", "o", "u", "s"].map((ending) => [ending, 1] as const),
]

const countVowels = (text: string) => text.match(/[aeiou]+/g)?.length ?? 0

/** A "j" that some forms have before the ending: upe, upju. */
const FLEETING_J = /(?<=[bmpv])j$/

export function stem(word: string): string {
  const longestEnding = ENDINGS.find(
    ([ending, vowels]) =>
      word.endsWith(ending) && countVowels(word.slice(0, -ending.length)) >= vowels,
  )
  return longestEnding ? word.slice(0, -longestEnding[0].length).replace(FLEETING_J, "") : word
}
