/**
 * A light Estonian stemmer. It removes endings of case and plural and the vowel before them, then makes strong and weak
 * forms equal: trupp and trupi, kaart and kaardi, võistlus and võistluse, detsember and detsembri.
 */

const CASE = /(?:sse|st|le|lt|ks|ni|na|ta|ga|(?<=[aeiou])[sl])$/
const PLURAL = /(?:(?<=[aeious])te|(?<=[aeiou])de|sid|id|(?<=[aeiou])[dt])$/
const SIBILANT = /(?<=[aiu])s[ei]?$/
const VOWEL = /[aeiu]$/

/** The endings, and how many letters must remain without each. */
const ENDINGS = [
  { ending: CASE, minLength: 4 },
  { ending: PLURAL, minLength: 3 },
  { ending: SIBILANT, minLength: 3 },
  { ending: VOWEL, minLength: 3 },
]

const HARD: Record<string, string> = { b: "p", d: "t", g: "k" }

/** Returns a folded word without its endings. */
export const stem = (word: string): string =>
  ENDINGS.reduce((rest, { ending, minLength }) => {
    const shorter = rest.replace(ending, "")
    return shorter.length < minLength ? rest : shorter
  }, word)
    .replace(/(?<=[^aeiou])e(?=[lr]$)/, "")
    .replace(/([^aeiou])\1$/, "$1")
    .replace(/[bdg]$/, (letter) => HARD[letter] ?? letter)
