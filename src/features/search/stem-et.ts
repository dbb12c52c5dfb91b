/** A stemmer for Estonian. It makes forms of a word equal, such as trupp and trupi, kaart and kaardi. */

const CASE = /(?:sse|st|le|lt|ks|ni|na|ta|ga|(?<=[aeiou])[sl])$/
const PLURAL = /(?:(?<=[aeious])te|(?<=[aeiou])de|sid|id|(?<=[aeiou])[dt])$/
const SIBILANT = /(?<=[aiu])s[ei]?$/
const VOWEL = /[aeiu]$/

/** Endings to remove in this order, and the minimum number of letters that must remain. */
const ENDINGS = [
  { ending: CASE, minLength: 4 },
  { ending: PLURAL, minLength: 3 },
  { ending: SIBILANT, minLength: 3 },
  { ending: VOWEL, minLength: 3 },
]

/** A final b, d or g becomes p, t or k, so that kaardi (without i) and kaart get the same stem. */
const HARD_CONSONANTS: Record<string, string> = { b: "p", d: "t", g: "k" }

/** The "e" that some forms lose: detsember, detsembri. */
const FLEETING_E = /(?<=[^aeiou])e(?=[lr]$)/
const DOUBLE_CONSONANT = /([^aeiou])\1$/
const SOFT_CONSONANT = /[bdg]$/

export function stem(word: string): string {
  let remaining = word
  for (const { ending, minLength } of ENDINGS) {
    const shorter = remaining.replace(ending, "")
    if (shorter.length >= minLength) remaining = shorter
  }
  return remaining
    .replace(FLEETING_E, "")
    .replace(DOUBLE_CONSONANT, "$1")
    .replace(SOFT_CONSONANT, (letter) => HARD_CONSONANTS[letter] ?? letter)
}
