/**
 * A light stemmer of Estonian, since no JavaScript of Snowball's is to be had: endings of case, of the plural
 * and the vowel before them are cut off, in that order, and what alternates between strong and weak is made
 * alike: trupp and trupi, kaart and kaardi, võistlus and võistluse, detsember and detsembri.
 */

const CASE = /(?:sse|st|le|lt|ks|ni|na|ta|ga|(?<=[aeiou])[sl])$/
const PLURAL = /(?:(?<=[aeious])te|(?<=[aeiou])de|sid|id|(?<=[aeiou])[dt])$/
const SIBILANT = /(?<=[aiu])s[ei]?$/
const VOWEL = /[aeiu]$/

/** The endings, and how much of a word each must leave. */
const ENDINGS = [
  { ending: CASE, left: 4 },
  { ending: PLURAL, left: 3 },
  { ending: SIBILANT, left: 3 },
  { ending: VOWEL, left: 3 },
]

const HARD: Record<string, string> = { b: "p", d: "t", g: "k" }

/** What is left of a word without its endings. */
export const stem = (word: string): string =>
  ENDINGS.reduce((whole, { ending, left }) => {
    const shorter = whole.replace(ending, "")
    return shorter.length < left ? whole : shorter
  }, word)
    .replace(/(?<=[^aeiou])e(?=[lr]$)/, "")
    .replace(/([^aeiou])\1$/, "$1")
    .replace(/[bdg]$/, (letter) => HARD[letter] ?? letter)
