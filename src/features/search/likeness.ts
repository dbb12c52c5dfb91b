/** How well a word of a text answers a term of a query; both folded. */

const BEGINNING = 0.7
const SAME_STEM = 0.3

/** Words bend at their end in our languages: the longer one is, the more of its end may differ. */
const STEM_FROM = 5
const SHORTEST_STEM = 4
const MOST_ENDING = 2
/** How much longer than the term another form of it may be. */
const LONGER_BY = 3

/** What all forms of a term begin with; a short term itself. */
export const stemOf = (term: string): string =>
  term.length < STEM_FROM ? term : term.slice(0, Math.max(SHORTEST_STEM, term.length - MOST_ENDING))

/** 1 for the term itself, less for a word that begins with it, least for another form; 0 for none. */
export function likeness(term: string, word: string): number {
  if (word === term) return 1
  // A single letter would be the beginning of everything.
  if (term.length < 2) return 0
  if (word.startsWith(term)) return BEGINNING
  const isForm = term.length >= STEM_FROM && word.length <= term.length + LONGER_BY
  return isForm && word.startsWith(stemOf(term)) ? SAME_STEM : 0
}
