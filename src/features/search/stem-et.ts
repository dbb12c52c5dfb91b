/** Makes forms equal, such as trupp and trupi, kaart and kaardi. */

const CASE = /(?:sse|st|le|lt|ks|ni|na|ta|ga|(?<=[aeiou])[sl])$/
const PLURAL = /(?:(?<=[aeious])te|(?<=[aeiou])de|sid|id|(?<=[aeiou])[dt])$/
const SIBILANT = /(?<=[aiu])s[ei]?$/
const VOWEL = /[aeiu]$/

/** Endings to remove, and the number of letters that must remain. */
const ENDINGS = [
  { ending: CASE, minLength: 4 },
  { ending: PLURAL, minLength: 3 },
  { ending: SIBILANT, minLength: 3 },
  { ending: VOWEL, minLength: 3 },
]

const HARD: Record<string, string> = { b: "p", d: "t", g: "k" }

export const stem = (word: string): string =>
  ENDINGS.reduce((remaining, { ending, minLength }) => {
    const shorter = remaining.replace(ending, "")
    return shorter.length < minLength ? remaining : shorter
  }, word)
    .replace(/(?<=[^aeiou])e(?=[lr]$)/, "")
    .replace(/([^aeiou])\1$/, "$1")
    .replace(/[bdg]$/, (letter) => HARD[letter] ?? letter)
