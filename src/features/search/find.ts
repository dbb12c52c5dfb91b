/** Finds what a query asks for, with the few files of the index that it takes. */
import type { Locale } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import {
  ENTRIES_PER_PART,
  type EndPart,
  type Entry,
  endPartName,
  entryAt,
  entryPartName,
  groupOf,
  type IndexStart,
  isFor,
  type Kind,
  type Manifest,
  manifestPath,
  partPath,
  placesOf,
  type WordPart,
  wordPartName,
} from "./index-format.ts"
import { halves, reversed } from "./near.ts"
import {
  type Answer,
  addAnswer,
  addAnswers,
  grouped,
  type Hit,
  likenessTo,
  matches,
  nearnessTo,
  noAnswer,
  type PlacedPart,
  partsFor,
  startsOf,
} from "./rank.ts"
import { loadStem, type Stem } from "./stem.ts"
import { formsOf, isKey, isLetter, termsOf } from "./words.ts"

export interface Result extends Entry {
  /** The language of its texts, where that is not the reader's. */
  language: Locale | null
  /** An event that is over. */
  isOver: boolean
}

export interface FoundKind {
  kind: Kind
  /** How many there are. */
  count: number
  /** The best of them, as many as were asked for. */
  results: Result[]
}

export interface Found {
  /** The words that were found, folded. */
  words: ReadonlySet<string>
  kinds: FoundKind[]
}

/** How many of a kind's hits are wanted, when it's one of so many kinds. */
type Wanted = (kind: Kind, hits: readonly Hit[], kinds: number) => number

const TIMEOUT_MS = 15_000

/** The site was built anew, and the parts of the index that the page knew are gone. */
class IndexReplaced extends Error {
  override name = "IndexReplaced"
}

async function load(path: string) {
  const answer = await fetch(path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (answer.status === 404) throw new IndexReplaced(path)
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.json()
}

const loaded = new Map<string, ReturnType<typeof load>>()

/** A file that this site's build made; one that could not be loaded is tried again when next asked for. */
function loadOnce<Content>(path: string): Promise<Content> {
  const loading = loaded.get(path) ?? load(path)
  loaded.set(path, loading)
  loading.catch(() => loaded.delete(path))
  return loading
}

export const manifest = () => loadOnce<Manifest>(manifestPath(pageLocale()))

const wordPart = (folder: string, index: number) =>
  loadOnce<WordPart>(partPath(folder, wordPartName(index)))

const entryPart = (folder: string, index: number) =>
  loadOnce<(Entry | null)[]>(partPath(folder, entryPartName(index)))

const endPart = (folder: string, index: number) =>
  loadOnce<EndPart>(partPath(folder, endPartName(index)))

async function resultOf(place: number, { groups, indexes, runs }: Manifest): Promise<Result[]> {
  const { index, number } = entryAt(place, runs)
  const { folder = "" } = indexes[index] ?? {}
  const part = await entryPart(folder, Math.floor(number / ENTRIES_PER_PART))
  const entry = part[number % ENTRIES_PER_PART]
  const language = groupOf(place, groups)?.language ?? null
  if (!entry) return []
  const isOver = entry.end !== undefined && Date.parse(entry.end) < Date.now()
  return [{ ...entry, language: language === pageLocale() ? null : language, isOver }]
}

interface Index {
  indexes: (IndexStart & Pick<PlacedPart, "places">)[]
  stem: Stem
}

/** What is loaded for each of the indexes. */
async function fromEach<Content>(
  { indexes }: Index,
  load: (of: Index["indexes"][number]) => Promise<Content>[],
): Promise<Content[]> {
  return Promise.all(indexes.flatMap(load))
}

const wordParts = (starts: readonly string[], index: Index): Promise<PlacedPart[]> =>
  fromEach(index, ({ folder, firstWords, places }) =>
    partsFor(starts, firstWords).map(async (part) => ({
      words: await wordPart(folder, part),
      places,
    })),
  )

const KEY_SCORE = 0.9

/** Adds what the keys have that the words stand for. */
async function followKeys(answer: Answer, index: Index): Promise<Answer> {
  await Promise.all(
    [...answer.keys].map(async ([key, score]) => {
      const parts = await wordParts([key], index)
      const found = noAnswer()
      addAnswers(found, parts, (word) => (word === key ? score * KEY_SCORE : 0))
      addAnswer(answer, { ...found, words: new Set() })
    }),
  )
  return answer
}

/** What answers a term, or several words written as one. */
async function answerTo(term: string, index: Index): Promise<Answer> {
  const answer = noAnswer()
  await Promise.all(
    formsOf(term).map(async (form) => {
      const parts = await wordParts(startsOf(form, index.stem), index)
      addAnswers(answer, parts, likenessTo(form, index.stem))
    }),
  )
  return followKeys(answer, index)
}

/** What answers a term with a typing error in it: words that begin, or end, as it does. */
async function answerNear(term: string, index: Index): Promise<Answer> {
  const answer = noAnswer()
  await Promise.all(
    formsOf(term).map(async (form) => {
      const nearness = nearnessTo(form, index.stem)
      if (!nearness) return
      const { start, end } = halves(form)
      const ends = await fromEach(index, ({ folder, firstEnds }) =>
        partsFor([reversed(end)], firstEnds).map((part) => endPart(folder, part)),
      )
      const words = new Set(ends.flat().map(reversed).filter(nearness))
      const parts = await Promise.all([start, ...words].map((word) => wordParts([word], index)))
      const once = new Map(parts.flat().map((part) => [part.words, part]))
      addAnswers(answer, [...once.values()], nearness)
    }),
  )
  return followKeys(answer, index)
}

/** How many words of a query may be one in the index: “random play dance”. */
const MOST_JOINED = 3

/** Words of a query that stand beside each other, and what they are as one. */
const joinedTerms = (terms: readonly string[]) =>
  terms.flatMap((_, from) =>
    Array.from({ length: MOST_JOINED - 1 }, (_, i) => from + 2 + i)
      .filter((to) => to <= terms.length && !terms.slice(from, to).some(isKey))
      .map((to) => ({ from, to, joined: terms.slice(from, to).join("") })),
  )

/** What answers each term of a query, alone or together with those beside it. */
async function answersTo(terms: readonly string[], index: Index): Promise<Answer[]> {
  const [answers, joined] = await Promise.all([
    Promise.all(terms.map((term) => answerTo(term, index))),
    Promise.all(
      joinedTerms(terms).map(async (one) => ({
        ...one,
        answer: await answerTo(one.joined, index),
      })),
    ),
  ])
  for (const { from, to, answer } of joined) {
    for (const part of answers.slice(from, to)) addAnswer(part, answer)
  }
  return Promise.all(
    terms.map(async (term, i) => {
      const answer = answers[i] ?? noAnswer()
      return answer.entries.size > 0 ? answer : answerNear(term, index)
    }),
  )
}

/** Those entries alone that readers of the page's language are shown. */
function forReaders({ groups }: Manifest) {
  const locale = pageLocale()
  const isShown = groups.flatMap((group) => Array(group.count).fill(isFor(group, locale)))
  return {
    total: isShown.filter(Boolean).length,
    only: ({ entries }: Answer) => new Map([...entries].filter(([entry]) => isShown[entry])),
  }
}

async function search(terms: string[], wanted: Wanted): Promise<Found> {
  const locale = pageLocale()
  const [known, stem] = await Promise.all([manifest(), loadStem(locale)])
  const indexes = known.indexes.map((start, i) => ({ ...start, places: placesOf(i, known.runs) }))
  const index = { indexes, stem }
  const answers = await answersTo(terms, index)
  const { total, only } = forReaders(known)
  const says = answers.filter((_, i) => !isLetter(terms[i] ?? ""))
  const hits = matches((says.length > 0 ? says : answers).map(only), total)
  const byKind = grouped(hits, known.groups, locale)
  const kinds = byKind.map(async ({ kind, hits }) => {
    const shown = hits.slice(0, wanted(kind, hits, byKind.length))
    const results = await Promise.all(shown.map(({ entry }) => resultOf(entry, known)))
    // Some may be over since the index was made.
    const toComeFirst = results.flat().sort((a, b) => Number(a.isOver) - Number(b.isOver))
    return { kind, count: hits.length, results: toComeFirst }
  })
  const words = new Set(answers.flatMap((answer) => [...answer.words]))
  return { words, kinds: await Promise.all(kinds) }
}

async function onceMore<Answer>(search: () => Promise<Answer>): Promise<Answer> {
  try {
    return await search()
  } catch (error) {
    if (!(error instanceof IndexReplaced)) throw error
    loaded.clear()
    return await search()
  }
}

/** Throws when the index cannot be reached. */
export async function find(query: string, wanted: Wanted): Promise<Found> {
  const terms = termsOf(query)
  return terms.length === 0
    ? { words: new Set(), kinds: [] }
    : onceMore(() => search(terms, wanted))
}

/** The most important entries of a kind that reads the same in every language: the next events, say. */
export const firstOf = (kind: Kind, count: number): Promise<Result[]> =>
  onceMore(async () => {
    const known = await manifest()
    const index = known.groups.findIndex((group) => group.kind === kind)
    const start = known.groups.slice(0, index).reduce((sum, group) => sum + group.count, 0)
    const most = Math.min(count, known.groups[index]?.count ?? 0)
    const all = Array.from({ length: most }, (_, i) => resultOf(start + i, known))
    return (await Promise.all(all)).flat()
  })
