/**
 * A light stemmer of Latvian, after K. Kreslins, “A stemming algorithm for Latvian” (1996): the longest ending
 * of a noun or adjective that leaves enough vowels is cut off. Without marks most of the softened consonants
 * of the second, fifth and sixth declension are hard again by themselves (brāļa, viļņi); j behind a lip's
 * consonant is taken away (upju).
 */

/** How many vowels an ending must leave in front of it: long ones more, since nouns are short. */
const ENDINGS: readonly (readonly [ending: string, vowels: number])[] = [
  ...["ajiem", "ajai", "ajam", "ajas", "ajos"].map((ending) => [ending, 2] as const),
  ...["iem", "aja", "ais", "ies"].map((ending) => [ending, 1] as const),
  ...["am", "em", "im", "um", "as", "es", "is", "os", "us", "ai", "ei", "ij", "ie"].map(
    (ending) => [ending, 1] as const,
  ),
  ...["a", "e", "i", "o", "u", "s"].map((ending) => [ending, 1] as const),
]

const vowelsIn = (text: string) => text.match(/[aeiou]+/g)?.length ?? 0

/** What is left of a word without its ending. */
export function stem(word: string): string {
  const found = ENDINGS.find(
    ([ending, vowels]) =>
      word.endsWith(ending) && vowelsIn(word.slice(0, -ending.length)) >= vowels,
  )
  return found ? word.slice(0, -found[0].length).replace(/(?<=[bmpv])j$/, "") : word
}
