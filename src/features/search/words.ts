import { slugify } from "../../shared/slug.ts"

export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ʼ]*/gu
const PLAIN = /^[a-z0-9]+$/
const MARKS = /[\p{M}'’ʼ]/gu
const LETTERS: Record<string, string> = { ł: "l", đ: "d", ø: "o", æ: "ae", œ: "oe", ß: "ss" }
/** Maximum length of a word. Longer words, such as URLs, are cut. */
const MAX_LENGTH = 24

/** Returns a word in lower case and without diacritics: "ņ" becomes "n", "ё" becomes "е". "й" stays unchanged. */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  if (PLAIN.test(lower)) return lower.slice(0, MAX_LENGTH)
  return lower
    .normalize("NFKD")
    .replaceAll("и\u0306", "й")
    .replace(MARKS, "")
    .replace(/[łđøæœß]/g, (letter) => LETTERS[letter] ?? letter)
    .slice(0, MAX_LENGTH)
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

/** Prefix of keys. A key represents several names of one month, country or kind of page. */
const KEY_PREFIX = "#"

export const isKey = (term: string): boolean => term.startsWith(KEY_PREFIX)

export const createKey = (name: string): string => KEY_PREFIX + name

export const getMonthKey = (month: number): string => createKey(`m${month}`)

/** Matches 6.12., 06/12, 06.12.2026 and 2026-12-06. In all three countries, the day is written before the month. */
const NUMERIC_DATE = /(?<!\d)(?:(\d{4})-(\d\d)-(\d\d)|(\d\d?)[./](\d\d?)(?:[./](\d{4}))?)(?!\d)/g

/** Returns the folded words of a query. A numeric date becomes its day, month key and year. */
export function splitIntoTerms(query: string): string[] {
  const dates: string[] = []
  const queryWithoutDates = query.replace(
    NUMERIC_DATE,
    (text, year, month, day, day2, month2, year2) => {
      const [d, m, y] = [day ?? day2, month ?? month2, year ?? year2]
      if (Number(m) < 1 || Number(m) > 12) return text
      dates.push(`${Number(d)}`, getMonthKey(Number(m)), ...(y ? [y] : []))
      return " "
    },
  )
  const words = findWords(queryWithoutDates).map(({ folded }) => folded.replace(/^0(?=\d$)/, ""))
  return [...new Set([...dates, ...words])].slice(0, MAX_TERMS)
}

export const isSingleLetter = (term: string): boolean => term.length === 1 && !/\d/.test(term)

const CYRILLIC = /\p{Script=Cyrillic}/u
const VOWELS = "аеёиоуыэюя"

/** Transliterates Baltic names that are written in Cyrillic: Жайбас (Žaibas), Пыхьятяхт (Põhjatäht), Юрас (Jūras). */
const LATIN: Record<string, string> = {
  ...{ а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "z", з: "z", и: "i", й: "i", к: "k" },
  ...{ л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "h" },
  // The Estonian letter "õ" is written as "ы".
  ...{ ц: "c", ч: "c", ш: "s", щ: "s", ъ: "", ы: "o", ь: "", э: "e", ю: "ju", я: "ja" },
}
/** These letters stand for "ä" and "ü" after a consonant. */
const AFTER_CONSONANT: Record<string, string> = { я: "a", ю: "u" }

const transliterate = (term: string) =>
  Array.from(term, (letter, i) => {
    const before = term[i - 1]
    const isAfterConsonant = before !== undefined && !`${VOWELS}ьъй`.includes(before)
    return (isAfterConsonant && AFTER_CONSONANT[letter]) || (LATIN[letter] ?? letter)
  }).join("")

export const listSpellings = (term: string): string[] =>
  CYRILLIC.test(term)
    ? [...new Set([term, transliterate(term), slugify(term)])].filter(Boolean)
    : [term]
