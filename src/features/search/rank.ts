/** Which entries answer a query, the best first. */
import type { Locale } from "../../i18n/locales.ts"
import { type Group, groupOf, isFor, type Kind, type WordPart } from "./index-format.ts"
import { likeness, stemOf } from "./likeness.ts"

export interface Hit {
  entry: number
  score: number
}

export interface Hits {
  kind: Kind
  hits: Hit[]
}

/** A word in the title says more of what a text is about than one inside it. */
const TITLE = 5

/** What begins with a short term may fill many parts: those behind the first few are left alone. */
const MOST_PARTS = 4

/** The parts that may hold forms of a term, by the first word of each. */
export function partsFor(term: string, firstWords: readonly string[]): number[] {
  const stem = stemOf(term)
  const isIn = (first: string, next: string | undefined) =>
    (first <= stem || first.startsWith(stem)) && (next === undefined || next >= stem)
  return firstWords
    .flatMap((first, i) => (isIn(first, firstWords[i + 1]) ? [i] : []))
    .slice(0, MOST_PARTS)
}

/** A way to write a term, with the parts that may hold it. */
interface Form {
  term: string
  parts: readonly WordPart[]
}

/** How well each entry answers one term, in whichever form. */
function scores(forms: readonly Form[]): Map<number, number> {
  const best = new Map<number, number>()
  for (const { term, parts } of forms) {
    for (const [word, values] of parts.flatMap((part) => Object.entries(part))) {
      const likely = likeness(term, word)
      if (likely === 0) continue
      for (const value of values) {
        const entry = value >> 1
        const score = likely * (value % 2 === 1 ? TITLE : 1)
        if (score > (best.get(entry) ?? 0)) best.set(entry, score)
      }
    }
  }
  return best
}

/** The entries that answer every term, with the sum of how well. */
export function matches(terms: readonly (readonly Form[])[]): Hit[] {
  const [first = new Map<number, number>(), ...others] = terms.map(scores)
  return [...first].flatMap(([entry, score]) => {
    const rest = others.map((other) => other.get(entry))
    if (rest.includes(undefined)) return []
    return [{ entry, score: rest.reduce<number>((sum, other = 0) => sum + other, score) }]
  })
}

/** By kind, that with the best answer first; in each, what is in the reader's language before the rest. */
export function grouped(hits: Hit[], groups: readonly Group[], locale: Locale): Hits[] {
  const known = hits.flatMap((hit) => {
    const group = groupOf(hit.entry, groups)
    if (!group || !isFor(group, locale)) return []
    const isForeign = group.language !== null && group.language !== locale
    return [{ ...hit, kind: group.kind, isForeign }]
  })
  // Entries of equal rank stay in the order of the index, which begins with the newest.
  known.sort(
    (a, b) => Number(a.isForeign) - Number(b.isForeign) || b.score - a.score || a.entry - b.entry,
  )
  const best = (of: Hit[]) => Math.max(...of.map(({ score }) => score))
  return [...Map.groupBy(known, ({ kind }) => kind)]
    .map(([kind, hits]) => ({ kind, hits: hits.map(({ entry, score }) => ({ entry, score })) }))
    .sort((a, b) => best(b.hits) - best(a.hits))
}
