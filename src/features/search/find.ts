/** Finds what a query asks for, with the few files of the index that it takes. */
import type { Locale } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import { entryPart, forgetIndex, IndexReplaced, manifest, wordPart } from "./files.ts"
import { ENTRIES_PER_PART, type Entry, groupOf, type Kind } from "./index-format.ts"
import { grouped, matches, partsFor } from "./rank.ts"
import { formsOf, termsOf } from "./words.ts"

export interface Result extends Entry {
  /** The language of its texts, where that is not the reader's. */
  language: Locale | null
}

export interface FoundKind {
  kind: Kind
  /** How many there are. */
  count: number
  /** The best of them, as many as were asked for. */
  results: Result[]
}

export interface Found {
  terms: string[]
  kinds: FoundKind[]
}

/** How many of a kind are wanted. */
export type Wanted = (kind: Kind) => number

const withParts = async (term: string, folder: string, firstWords: readonly string[]) => ({
  term,
  parts: await Promise.all(partsFor(term, firstWords).map((part) => wordPart(folder, part))),
})

async function search(terms: string[], wanted: Wanted): Promise<Found> {
  const { folder, groups, firstWords } = await manifest()
  const locale = pageLocale()
  const loaded = await Promise.all(
    terms.map((term) =>
      Promise.all(formsOf(term).map((form) => withParts(form, folder, firstWords))),
    ),
  )
  async function result(number: number): Promise<Result[]> {
    const part = await entryPart(folder, Math.floor(number / ENTRIES_PER_PART))
    const entry = part[number % ENTRIES_PER_PART]
    const language = groupOf(number, groups)?.language ?? null
    return entry ? [{ ...entry, language: language === locale ? null : language }] : []
  }
  const kinds = grouped(matches(loaded), groups, locale).map(async ({ kind, hits }) => {
    const shown = hits.slice(0, wanted(kind))
    const results = await Promise.all(shown.map(({ entry }) => result(entry)))
    return { kind, count: hits.length, results: results.flat() }
  })
  return { terms: terms.flatMap(formsOf), kinds: await Promise.all(kinds) }
}

/** Throws when the index cannot be reached. */
export async function find(query: string, wanted: Wanted): Promise<Found> {
  const terms = termsOf(query)
  if (terms.length === 0) return { terms, kinds: [] }
  try {
    return await search(terms, wanted)
  } catch (error) {
    if (!(error instanceof IndexReplaced)) throw error
    forgetIndex()
    return await search(terms, wanted)
  }
}
