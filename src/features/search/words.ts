/** Words as search compares them: without capitals, and without the marks that people leave out. */
import { slugify } from "../../shared/slug.ts"

export const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ʼ]*/gu
const PLAIN = /^[a-z0-9]+$/
const MARKS = /[\p{M}'’ʼ]/gu
/** Letters of their own to Unicode, which people type as these; й is one of its own to people too. */
const LETTERS: Record<string, string> = { ł: "l", đ: "d", ø: "o", æ: "ae", œ: "oe", ß: "ss" }
/** Addresses and the like are no words to look for. */
const LONGEST = 24

/** A word in lower case, taken apart into letters and marks, and the marks left out: ņ is n, ё is е. */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  if (PLAIN.test(lower)) return lower.slice(0, LONGEST)
  return lower
    .normalize("NFKD")
    .replaceAll("и\u0306", "й")
    .replace(MARKS, "")
    .replace(/[łđøæœß]/g, (letter) => LETTERS[letter] ?? letter)
    .slice(0, LONGEST)
}

export interface Word {
  folded: string
  start: number
  /** Behind its last letter. */
  end: number
}

/** The words of a text, with where they stand in it. */
export const wordsIn = (text: string): Word[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    folded: fold(word),
    start: index,
    end: index + word.length,
  }))

const MOST_TERMS = 8

/** What stands for more than a word begins with this: a month, a country, a kind. */
const KEY = "#"

export const isKey = (term: string): boolean => term.startsWith(KEY)

/** The key of a month, by its number from 1. */
export const monthKey = (month: number): string => `${KEY}m${month}`

/** 6.12., 06/12, 06.12.2026 and 2026-12-06, as the day comes first in all our languages' countries. */
const NUMERIC_DATE = /(?<!\d)(?:(\d{4})-(\d\d)-(\d\d)|(\d\d?)[./](\d\d?)(?:[./](\d{4}))?)(?!\d)/g

/** What a query asks for: each word once, a day without the zero that it may begin with. */
export function termsOf(query: string): string[] {
  const dates: string[] = []
  const rest = query.replace(NUMERIC_DATE, (text, year, month, day, day2, month2, year2) => {
    const [d, m, y] = [day ?? day2, month ?? month2, year ?? year2]
    if (Number(m) < 1 || Number(m) > 12) return text
    dates.push(`${Number(d)}`, monthKey(Number(m)), ...(y ? [y] : []))
    return " "
  })
  const words = wordsIn(rest).map(({ folded }) => folded.replace(/^0(?=\d$)/, ""))
  return [...new Set([...dates, ...words])].slice(0, MOST_TERMS)
}

/** A letter is a word between others ("в", "i"), which says nothing. */
export const isLetter = (term: string): boolean => term.length === 1 && !/\d/.test(term)

const CYRILLIC = /\p{Script=Cyrillic}/u
const VOWEL = "аеёиоуыэюя"

/** Names from here in Cyrillic, back in Latin letters without their marks: Жайбас, Пыхьятяхт, Юрас. */
const LATIN: Record<string, string> = {
  ...{ а: "a", б: "b", в: "v", г: "g", д: "d", е: "e", ж: "z", з: "z", и: "i", й: "i", к: "k" },
  ...{ л: "l", м: "m", н: "n", о: "o", п: "p", р: "r", с: "s", т: "t", у: "u", ф: "f", х: "h" },
  // õ is told as ы.
  ...{ ц: "c", ч: "c", ш: "s", щ: "s", ъ: "", ы: "o", ь: "", э: "e", ю: "ju", я: "ja" },
}
/** Behind a consonant these are ä and ü. */
const SOFT: Record<string, string> = { я: "a", ю: "u" }

const latin = (term: string) =>
  Array.from(term, (letter, i) => {
    const before = term[i - 1]
    const isSoft = before !== undefined && !`${VOWEL}ьъй`.includes(before)
    return (isSoft && SOFT[letter]) || (LATIN[letter] ?? letter)
  }).join("")

/** How else a term may be written: names here are mostly in Latin letters, whatever the reader's. */
export const formsOf = (term: string): string[] =>
  CYRILLIC.test(term) ? [...new Set([term, latin(term), slugify(term)])].filter(Boolean) : [term]
