/** Splits texts and queries into folded words, for the search index and for the search. */
import { slugify } from "../../shared/slug.ts"

/** Matches a word, which begins with a letter or a digit and may contain apostrophes. */
export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ʼ]*/gu
const PLAIN_WORD = /^[a-z0-9]+$/
/** Diacritics after a decomposition, and apostrophes. */
const MARKS = /[\p{M}'’ʼ]/gu
/** Letters that Unicode does not decompose. */
const UNDECOMPOSED_LETTERS: Record<string, string> = {
  ł: "l",
  đ: "d",
  ø: "o",
  æ: "ae",
  œ: "oe",
  ß: "ss",
}
/** Maximum length of a word. Longer words, such as URLs, are cut. */
const MAX_LENGTH = 24

/** Returns a word in lower case and without diacritics: "ņ" becomes "n", "ё" becomes "е". "й" stays unchanged. */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  if (PLAIN_WORD.test(lower)) return lower.slice(0, MAX_LENGTH)
  return (
    lower
      .normalize("NFKD")
      // NFKD also decomposes "й", which Russian readers see as a separate letter.
      .replaceAll("и\u0306", "й")
      .replace(MARKS, "")
      .replace(/[łđøæœß]/g, (letter) => UNDECOMPOSED_LETTERS[letter] ?? letter)
      .slice(0, MAX_LENGTH)
  )
}

export interface Word {
  folded: string
  start: number
  end: number
}

export const findWords = (text: string): Word[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    folded: fold(word),
    start: index,
    end: index + word.length,
  }))

const MAX_TERMS = 8

/** Prefix of keys. A key represents words with the same meaning: `#m12` represents all names of December. */
const KEY_PREFIX = "#"

export const isKey = (term: string): boolean => term.startsWith(KEY_PREFIX)

export const createKey = (name: string): string => KEY_PREFIX + name

export const getMonthKey = (month: number): string => createKey(`m${month}`)

/** Matches 6.12., 06/12, 06.12.2026 and 2026-12-06. The Baltic countries write the day before the month. */
const NUMERIC_DATE = /(?<!\d)(?:(\d{4})-(\d\d)-(\d\d)|(\d\d?)[./](\d\d?)(?:[./](\d{4}))?)(?!\d)/g

/** Returns the folded words of a query. A numeric date becomes its day, month key and year. */
export function splitIntoTerms(query: string): string[] {
  const dateTerms: string[] = []
  const queryWithoutDates = query.replace(
    NUMERIC_DATE,
    (text, isoYear, isoMonth, isoDay, localDay, localMonth, localYear) => {
      const day = Number(isoDay ?? localDay)
      const month = Number(isoMonth ?? localMonth)
      const year = isoYear ?? localYear
      if (month < 1 || month > 12) return text
      dateTerms.push(`${day}`, getMonthKey(month), ...(year ? [year] : []))
      return " "
    },
  )
  const removeLeadingZero = (word: string) => word.replace(/^0(?=\d$)/, "")
  const words = findWords(queryWithoutDates).map(({ folded }) => removeLeadingZero(folded))
  return [...new Set([...dateTerms, ...words])].slice(0, MAX_TERMS)
}

export const isSingleLetter = (term: string): boolean => term.length === 1 && !/\d/.test(term)

const CYRILLIC = /\p{Script=Cyrillic}/u
const VOWELS = "аеёиоуыэюя"

/** Letters for Baltic names that are written in Cyrillic: Жайбас (Žaibas), Пыхьятяхт (Põhjatäht), Юрас (Jūras). */
const LATIN_LETTERS: Record<string, string> = {
  ...{ а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "z", з: "z", и: "i", й: "i", к: "k" },
  ...{ л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "h" },
  // The Estonian letter "õ" is written as "ы".
  ...{ ц: "c", ч: "c", ш: "s", щ: "s", ъ: "", ы: "o", ь: "", э: "e", ю: "ju", я: "ja" },
}
/** After a consonant, these letters represent "ä" and "ü". */
const AFTER_CONSONANT: Record<string, string> = { я: "a", ю: "u" }

const transliterate = (term: string) =>
  Array.from(term, (letter, i) => {
    const previous = term[i - 1]
    const isAfterConsonant = previous !== undefined && !`${VOWELS}ьъй`.includes(previous)
    return (isAfterConsonant && AFTER_CONSONANT[letter]) || (LATIN_LETTERS[letter] ?? letter)
  }).join("")

/** Returns a term and, if it is in Cyrillic, its spellings in Latin letters. */
export const listSpellings = (term: string): string[] =>
  CYRILLIC.test(term)
    ? [...new Set([term, transliterate(term), slugify(term)])].filter(Boolean)
    : [term]
