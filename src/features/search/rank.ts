/**
 * Scores words and entries of the search index. A term is a word of the query. Terms and words are folded (lower case,
 * without diacritics; see words.ts). Entries are identified by their numbers.
 */
import type { Locale } from "../../i18n/locales.ts"
import { findGroup, type Group, isShownIn, unpackPosting, type WordPart } from "./index-format.ts"
import { isOneTypoApart, MIN_TYPO_LENGTH, startsOneTypoApart } from "./near.ts"
import type { Stem } from "./stem.ts"
import { isKey } from "./words.ts"

/** Score of a word that begins with the term. An equal word has the score 1. */
const PREFIX_SCORE = 0.7
/** Score of another inflected form of the term. */
const STEM_SCORE = 0.6
/** Score of a word that has only its beginning in common with the term. */
const SIMILAR_SCORE = 0.3
/** Score of a word that differs from the term by one typing error. */
const TYPO_SCORE = 0.5
/** Score of a word whose beginning or stem differs from the term by one typing error. */
const TYPO_PREFIX_SCORE = 0.4

const MIN_STEM_LENGTH = 3

// Stemmers miss irregular forms, so a long term also matches similar words: words with the same beginning.
const MIN_SIMILAR_LENGTH = 5
const MIN_START_LENGTH = 4
/** Maximum number of letters of the term that are not part of the beginning. */
const MAX_ENDING_LENGTH = 2
/** Maximum number of letters by which a similar word is longer than the term. */
const MAX_EXTRA_LENGTH = 3

const cutEnding = (term: string): string =>
  term.length < MIN_SIMILAR_LENGTH
    ? term
    : term.slice(0, Math.max(MIN_START_LENGTH, term.length - MAX_ENDING_LENGTH))

/** Returns whether a term matches equal words only. Too many words begin with a single letter or a number. */
const isExact = (term: string) => term.length < 2 || /^\d+$/.test(term) || isKey(term)

/** Returns the score of a word, from 0 (no match) to 1 (equal). */
export type Scorer = (word: string) => number

/** Creates a scorer that matches the term, words that begin with the term, its other forms, and similar words. */
export function createScorer(term: string, stem: Stem): Scorer {
  if (isExact(term)) return (word) => (word === term ? 1 : 0)
  const [ownStem, start] = [stem(term), cutEnding(term)]
  const stemStart = ownStem.slice(0, MIN_STEM_LENGTH)
  const hasSameStem = (wordStem: string, word: string) =>
    wordStem === ownStem || wordStem === term || word === ownStem
  return (word) => {
    if (word === term) return 1
    if (word.startsWith(term)) return PREFIX_SCORE
    const canShareStem = ownStem.length >= MIN_STEM_LENGTH && word.startsWith(stemStart)
    if (canShareStem && hasSameStem(stem(word), word)) return STEM_SCORE
    const canBeSimilar =
      term.length >= MIN_SIMILAR_LENGTH && word.length <= term.length + MAX_EXTRA_LENGTH
    return canBeSimilar && word.startsWith(start) ? SIMILAR_SCORE : 0
  }
}

/** Creates a scorer for words with one typing error. Returns null if the term is too short, a number or a key. */
export function createTypoScorer(term: string, stem: Stem): Scorer | null {
  if (term.length < MIN_TYPO_LENGTH || isExact(term)) return null
  const ownStem = stem(term)
  return (word) => {
    if (word.length < MIN_TYPO_LENGTH - 1 || isKey(word)) return 0
    if (isOneTypoApart(term, word)) return TYPO_SCORE
    const isForm = ownStem.length >= MIN_START_LENGTH && isOneTypoApart(ownStem, stem(word))
    return isForm || startsOneTypoApart(term, word) ? TYPO_PREFIX_SCORE : 0
  }
}

/** Returns beginnings of all words that may match the term. They select the parts of the index to load. */
export function listWordStarts(term: string, stem: Stem): string[] {
  if (isExact(term)) return [term]
  // The last letter is cut, because a stemmer may replace it.
  const stemStart = stem(term).slice(0, -1)
  return [term, cutEnding(term), ...(stemStart.length >= MIN_STEM_LENGTH ? [stemStart] : [])]
}

const MAX_PARTS = 4

/** Returns the indexes of the parts that may contain words with these beginnings. Parts are sorted by word. */
export function findParts(starts: readonly string[], firstWords: readonly string[]): number[] {
  const parts = starts.flatMap((start) =>
    firstWords.flatMap((first, i) => {
      const firstOfNextPart = firstWords[i + 1]
      const startsEarlyEnough = first <= start || first.startsWith(start)
      const endsLateEnough = firstOfNextPart === undefined || firstOfNextPart > start
      return startsEarlyEnough && endsLateEnough ? [i] : []
    }),
  )
  return [...new Set(parts)].slice(0, MAX_PARTS)
}

/** Weights of a word by its `LEVEL` in the entry: `text`, `often` and `title`. */
const LEVEL_WEIGHTS = [1, 2, 5]

export interface TermMatches {
  entries: Map<number, number>
  keys: Map<string, number>
  words: Set<string>
}

export const createMatches = (): TermMatches => ({
  entries: new Map(),
  keys: new Map(),
  words: new Set(),
})

const setBest = <Key>(scores: Map<Key, number>, key: Key, score: number) => {
  if (score > (scores.get(key) ?? 0)) scores.set(key, score)
}

export function addWords(matches: TermMatches, parts: Iterable<WordPart>, scorer: Scorer): void {
  for (const part of parts) {
    for (const [word, values] of Object.entries(part)) {
      const score = scorer(word)
      if (score === 0) continue
      matches.words.add(word)
      for (const value of values) {
        if (typeof value === "string") {
          // All forms of a name are equally good matches of its key.
          setBest(matches.keys, value, score === STEM_SCORE ? 1 : score)
        } else {
          const { entry, level } = unpackPosting(value)
          setBest(matches.entries, entry, score * (LEVEL_WEIGHTS[level] ?? 1))
        }
      }
    }
  }
}

export function addMatches(matches: TermMatches, other: TermMatches): void {
  for (const [entry, score] of other.entries) setBest(matches.entries, entry, score)
  for (const word of other.words) matches.words.add(word)
}

export interface Hit {
  entry: number
  score: number
}

/** A term that matches more than this share of all entries is optional. */
const MAX_REQUIRED_SHARE = 0.5
/** If no entry has all terms, entries with at least this share of the best score are hits. */
const MIN_PARTIAL_SHARE = 0.7

/**
 * Returns the hits. `scores` contains the scores by entry for each term, `total` is the number of all entries. An entry
 * that lacks a required term is a hit only if no complete entry has a higher score.
 */
export function findHits(scores: readonly Map<number, number>[], total: number): Hit[] {
  const terms = scores
    .filter((entries) => entries.size > 0)
    .map((entries) => ({
      entries,
      // Rare terms have a higher weight.
      weight: Math.log(1 + total / entries.size),
      isRequired: entries.size <= total * MAX_REQUIRED_SHARE,
    }))
  const matchedEntries = new Set(terms.flatMap(({ entries }) => [...entries.keys()]))
  const hits = Array.from(matchedEntries, (entry) => ({
    entry,
    score: terms.reduce((sum, { entries, weight }) => sum + weight * (entries.get(entry) ?? 0), 0),
    hasAllTerms: terms.every(({ entries, isRequired }) => !isRequired || entries.has(entry)),
  }))
  const getBestScore = (someHits: Hit[]) =>
    someHits.reduce((best, { score }) => Math.max(best, score), 0)
  const minPartialScore =
    getBestScore(hits.filter(({ hasAllTerms }) => hasAllTerms)) ||
    getBestScore(hits) * MIN_PARTIAL_SHARE
  return hits
    .filter(({ hasAllTerms, score }) => hasAllTerms || score >= minPartialScore)
    .map(({ entry, score }) => ({ entry, score }))
}

/** Hits below this share of the best score are hidden at first. */
const MIN_SHOWN_SHARE = 0.3
const MIN_SHOWN_HITS = 2

/** Returns how many hits to show at first: at most `max`, without weak hits at the end, but at least two. */
export function countShownHits(hits: readonly Hit[], max: number): number {
  const candidates = hits.slice(0, max)
  const bestScore = Math.max(...candidates.map(({ score }) => score))
  const lastStrongIndex = candidates.findLastIndex(
    ({ score }) => score >= bestScore * MIN_SHOWN_SHARE,
  )
  return Math.max(MIN_SHOWN_HITS, lastStrongIndex + 1)
}

/** Weight of a past event's score when the kinds are sorted by their best hits. */
const PAST_EVENT_WEIGHT = 0.5

/** Groups hits by kind, best first. In a kind, the reader's language is first and past events are last. */
export function groupHitsByKind(hits: Hit[], groups: readonly Group[], locale: Locale) {
  const shownHits = hits.flatMap((hit) => {
    const group = findGroup(hit.entry, groups)
    if (!group || !isShownIn(group, locale)) return []
    const isForeign = group.language !== null && group.language !== locale
    return [{ ...hit, kind: group.kind, isForeign, isOver: group.isOver === true }]
  })
  // Equal scores keep the order of the index.
  shownHits.sort(
    (a, b) =>
      Number(a.isForeign) - Number(b.isForeign) ||
      Number(a.isOver) - Number(b.isOver) ||
      b.score - a.score ||
      a.entry - b.entry,
  )
  const getBestScore = (someHits: typeof shownHits) =>
    Math.max(...someHits.map(({ score, isOver }) => (isOver ? score * PAST_EVENT_WEIGHT : score)))
  return [...Map.groupBy(shownHits, ({ kind }) => kind)]
    .sort(([, a], [, b]) => getBestScore(b) - getBestScore(a))
    .map(([kind, hits]) => ({ kind, hits: hits.map(({ entry, score }) => ({ entry, score })) }))
}
