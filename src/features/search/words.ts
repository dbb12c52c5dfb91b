/** Words as search compares them: without capitals, and without the marks that people leave out. */
import { slugify } from "../../slug.ts"

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’ʼ]*/gu
const PLAIN = /^[a-z0-9]+$/
const MARKS = /[\p{M}'’ʼ]/gu
/** Letters of their own to Unicode, which people type as these. */
const LETTERS: Record<string, string> = { ł: "l", đ: "d", ø: "o", æ: "ae", œ: "oe", ß: "ss" }
/** Addresses and the like are no words to look for. */
const LONGEST = 24

/** A word in lower case, taken apart into letters and marks, and the marks left out: ņ is n, ё is е. */
export function fold(word: string): string {
  const lower = word.toLowerCase()
  if (PLAIN.test(lower)) return lower.slice(0, LONGEST)
  return lower
    .normalize("NFKD")
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

/** What a query asks for: each word once. */
export const termsOf = (query: string): string[] =>
  [...new Set(wordsIn(query).map(({ folded }) => folded))].slice(0, MOST_TERMS)

const CYRILLIC = /\p{Script=Cyrillic}/u

/** How else a term may be written: names here are mostly in Latin letters, whatever the reader's. */
export const formsOf = (term: string): string[] =>
  CYRILLIC.test(term) ? [term, slugify(term)].filter(Boolean) : [term]
