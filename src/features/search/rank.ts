/** Which entries answer a query, the best first. */
import type { Locale } from "../../i18n/locales.ts"
import { type Group, groupOf, isFor, type Kind, type WordPart } from "./index-format.ts"
import { isNear, isNearStart, NEAR_FROM } from "./near.ts"
import type { Stem } from "./stem.ts"
import { isKey } from "./words.ts"

const BEGINNING = 0.7
const SAME_STEM = 0.6
const ALIKE = 0.3
const NEAR = 0.5
const NEAR_BEGINNING = 0.4

/** A stem that is shorter is the beginning of too much. */
const STEM_FROM = 3

/**
 * What a stemmer does not know, another language's word or a form that changes inside: the longer a word is,
 * the more of its end may differ.
 */
const ALIKE_FROM = 5
const SHORTEST_START = 4
const MOST_ENDING = 2
/** How much longer than the term another form of it may be. */
const LONGER_BY = 3

/** What all forms of a term begin with, likely; a short term itself. */
const startOf = (term: string): string =>
  term.length < ALIKE_FROM
    ? term
    : term.slice(0, Math.max(SHORTEST_START, term.length - MOST_ENDING))

const isNumber = (term: string) => /^\d+$/.test(term)

/** How well a word answers something that is asked for, 1 at best; 0 for not at all. */
export type Likeness = (word: string) => number

/** How well a word of a text answers a term of a query, both folded: the term itself, its beginning, another form. */
export function likenessTo(term: string, stem: Stem): Likeness {
  // A letter or a number would be the beginning of too much.
  if (term.length < 2 || isNumber(term) || isKey(term)) return (word) => (word === term ? 1 : 0)
  const [own, start] = [stem(term), startOf(term)]
  const near = own.slice(0, STEM_FROM)
  // A word that stands without an ending, a foreign one say, may be another's stem itself.
  const isSame = (stemmed: string, word: string) =>
    stemmed === own || stemmed === term || word === own
  return (word) => {
    if (word === term) return 1
    if (word.startsWith(term)) return BEGINNING
    if (own.length >= STEM_FROM && word.startsWith(near) && isSame(stem(word), word))
      return SAME_STEM
    const isForm = term.length >= ALIKE_FROM && word.length <= term.length + LONGER_BY
    return isForm && word.startsWith(start) ? ALIKE : 0
  }
}

/** How well a word answers a term with one typing error in it; null where a term is too short to tell. */
export function nearnessTo(term: string, stem: Stem): Likeness | null {
  if (term.length < NEAR_FROM || isNumber(term) || isKey(term)) return null
  const own = stem(term)
  return (word) => {
    if (word.length < NEAR_FROM - 1 || isKey(word)) return 0
    if (isNear(term, word)) return NEAR
    const isForm = own.length >= SHORTEST_START && isNear(own, stem(word))
    return isForm || isNearStart(term, word) ? NEAR_BEGINNING : 0
  }
}

/** What words may begin with that answer a term. */
export function startsOf(term: string, stem: Stem): string[] {
  if (term.length < 2 || isNumber(term) || isKey(term)) return [term]
  // The last letter of a stem may stand for others.
  const own = stem(term).slice(0, -1)
  return [term, startOf(term), ...(own.length >= STEM_FROM ? [own] : [])]
}

/** What begins with something short may fill many parts: those behind the first few are left alone. */
const MOST_PARTS = 4

/** The parts that may hold words with these beginnings, by the first word of each; the first beginning's before others. */
export function partsFor(starts: readonly string[], firstWords: readonly string[]): number[] {
  const parts = starts.flatMap((start) =>
    firstWords.flatMap((first, i) => {
      const next = firstWords[i + 1]
      const isIn =
        (first <= start || first.startsWith(start)) && (next === undefined || next > start)
      return isIn ? [i] : []
    }),
  )
  return [...new Set(parts)].slice(0, MOST_PARTS)
}

/** By level: a word in the title or the place says more of what a text is about than one inside it. */
const LEVEL_SCORES = [1, 2, 5]

/** What answers one term. */
export interface Answer {
  /** How well each entry does. */
  entries: Map<number, number>
  /** What words of the index stand for, and how well they answer. */
  keys: Map<string, number>
  /** The words that do. */
  words: Set<string>
}

export const noAnswer = (): Answer => ({ entries: new Map(), keys: new Map(), words: new Set() })

const setBest = <Key>(scores: Map<Key, number>, key: Key, score: number) => {
  if (score > (scores.get(key) ?? 0)) scores.set(key, score)
}

/** A part of an index, and where the entries of that are among all. */
export interface PlacedPart {
  words: WordPart
  places: readonly (number | undefined)[]
}

/** Adds what the words of these parts answer. */
export function addAnswers(to: Answer, parts: readonly PlacedPart[], likeness: Likeness): void {
  for (const { words, places } of parts) {
    for (const [word, values] of Object.entries(words)) {
      const likely = likeness(word)
      if (likely === 0) continue
      for (const value of values) {
        // What a word stands for is the same in all its forms.
        const place = typeof value === "string" ? value : places[value >> 2]
        if (place === undefined) continue
        to.words.add(word)
        if (typeof place === "string") setBest(to.keys, place, likely === SAME_STEM ? 1 : likely)
        else setBest(to.entries, place, likely * (LEVEL_SCORES[Number(value) & 3] ?? 1))
      }
    }
  }
}

/** Adds another answer to the same, by the better of both. */
export function addAnswer(to: Answer, other: Answer): void {
  for (const [entry, score] of other.entries) setBest(to.entries, entry, score)
  for (const word of other.words) to.words.add(word)
}

export interface Hit {
  entry: number
  score: number
}

/** A term that more of the entries answer is as good as none: an entry may lack it. */
const COMMON = 0.5
/** Where no entry answers all terms: how far behind the best one another may be. */
const NOT_FAR = 0.7

/**
 * The entries that answer a query, given how well they answer each of its terms, of `total` that could. One
 * that answers every term does; one that lacks a term does where it is better by the others, or none has all.
 */
export function matches(answers: readonly Map<number, number>[], total: number): Hit[] {
  const terms = answers
    .filter((entries) => entries.size > 0)
    .map((entries) => ({
      entries,
      // A rare word says more than a common one.
      weight: Math.log(1 + total / entries.size),
      isWanted: entries.size <= total * COMMON,
    }))
  const hits = [...new Set(terms.flatMap(({ entries }) => [...entries.keys()]))].map((entry) => ({
    entry,
    score: terms.reduce((sum, { entries, weight }) => sum + weight * (entries.get(entry) ?? 0), 0),
    isWhole: terms.every(({ entries, isWanted }) => !isWanted || entries.has(entry)),
  }))
  const best = (of: Hit[]) => of.reduce((most, { score }) => Math.max(most, score), 0)
  const leastOfOthers = best(hits.filter(({ isWhole }) => isWhole)) || best(hits) * NOT_FAR
  return hits
    .filter(({ isWhole, score }) => isWhole || score >= leastOfOthers)
    .map(({ entry, score }) => ({ entry, score }))
}

/** Beside the best of its kind, what scores less than this is left for who wants more; two are shown always. */
const STRONG = 0.3
const ALWAYS = 2

/** How many of a kind are worth showing at first, of at most `most`. */
export function worthShowing(hits: readonly Hit[], most: number): number {
  const first = hits.slice(0, most)
  const best = Math.max(...first.map(({ score }) => score))
  return Math.max(ALWAYS, first.findLastIndex(({ score }) => score >= best * STRONG) + 1)
}

export interface Hits {
  kind: Kind
  hits: Hit[]
}

/** How much less what is over counts beside other kinds. */
const OVER = 0.5

/** By kind, that with the best answer first; in each, the reader's language before others, and what is over last. */
export function grouped(hits: Hit[], groups: readonly Group[], locale: Locale): Hits[] {
  const known = hits.flatMap((hit) => {
    const group = groupOf(hit.entry, groups)
    if (!group || !isFor(group, locale)) return []
    const isForeign = group.language !== null && group.language !== locale
    return [{ ...hit, kind: group.kind, isForeign, isOver: group.isOver === true }]
  })
  // Entries of equal rank stay in the order of the index, which begins with the newest, or the next.
  known.sort(
    (a, b) =>
      Number(a.isForeign) - Number(b.isForeign) ||
      Number(a.isOver) - Number(b.isOver) ||
      b.score - a.score ||
      a.entry - b.entry,
  )
  const best = (of: typeof known) =>
    Math.max(...of.map(({ score, isOver }) => (isOver ? score * OVER : score)))
  return [...Map.groupBy(known, ({ kind }) => kind)]
    .sort(([, a], [, b]) => best(b) - best(a))
    .map(([kind, hits]) => ({ kind, hits: hits.map(({ entry, score }) => ({ entry, score })) }))
}
