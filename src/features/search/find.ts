/** Searches the prebuilt index in the browser. Only the files of the index that may contain a term are loaded. */
import type { Locale } from "../../i18n/locales.ts"
import { pageLocale } from "../../i18n/page-translate.ts"
import {
  ENTRIES_PER_PART,
  type Entry,
  entryPartName,
  findGroup,
  isShownIn,
  type Kind,
  type Manifest,
  manifestPath,
  partPath,
  type ReversedPart,
  reversedPartName,
  type WordPart,
  wordPartName,
} from "./index-format.ts"
import { reverseWord, splitAroundMiddle } from "./near.ts"
import {
  addMatches,
  addWords,
  createMatches,
  createScorer,
  createTypoScorer,
  findHits,
  findParts,
  groupHitsByKind,
  type Hit,
  listWordStarts,
  type TermMatches,
} from "./rank.ts"
import { loadStem, type Stem } from "./stem.ts"
import { isKey, isSingleLetter, listSpellings, splitIntoTerms } from "./words.ts"

export interface Result extends Entry {
  /** Language of the text if it differs from the language of the page. */
  language: Locale | null
  isOver: boolean
}

export interface KindResults {
  kind: Kind
  /** Number of all hits. `results` may contain fewer. */
  count: number
  results: Result[]
}

export interface SearchResults {
  /** Words to highlight, in lower case and without diacritics. */
  words: ReadonlySet<string>
  kinds: KindResults[]
}

/** Returns the maximum number of results of a kind. `kindCount` is the number of kinds with hits. */
type ResultLimit = (kind: Kind, hits: readonly Hit[], kindCount: number) => number

const REQUEST_TIMEOUT_MS = 15_000

/** Thrown if a file of the index is missing, because a newer build has replaced the index. */
class IndexReplacedError extends Error {
  override name = "IndexReplacedError"
}

async function fetchJson(path: string) {
  const response = await fetch(path, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
  if (response.status === 404) throw new IndexReplacedError(path)
  if (!response.ok) throw new Error(`${path} has the HTTP status ${response.status}`)
  return response.json()
}

const requests = new Map<string, ReturnType<typeof fetchJson>>()

/** Requests each file once. After a failure, the next call requests the file again. */
function loadOnce<Content>(path: string): Promise<Content> {
  const request = requests.get(path) ?? fetchJson(path)
  requests.set(path, request)
  request.catch(() => requests.delete(path))
  return request
}

export const loadManifest = () => loadOnce<Manifest>(manifestPath(pageLocale()))

interface Index {
  manifest: Manifest
  stem: Stem
}

const loadWordParts = (starts: readonly string[], { manifest }: Index): Promise<WordPart[]> =>
  Promise.all(
    findParts(starts, manifest.firstWords).map((part) =>
      loadOnce<WordPart>(partPath(manifest.folder, wordPartName(part))),
    ),
  )

async function loadReversedWords(end: string, { manifest }: Index): Promise<string[]> {
  const parts = findParts([reverseWord(end)], manifest.firstReversed).map((part) =>
    loadOnce<ReversedPart>(partPath(manifest.folder, reversedPartName(part))),
  )
  return (await Promise.all(parts)).flat()
}

/** A match by key (such as `#m12`, for all names of December) scores lower than a match by word. */
const KEY_WEIGHT = 0.9

async function addKeyEntries(matches: TermMatches, index: Index): Promise<TermMatches> {
  await Promise.all(
    [...matches.keys].map(async ([key, score]) => {
      // The matched words do not include keys, which no text contains.
      const keyMatches = createMatches()
      addWords(keyMatches, await loadWordParts([key], index), (word) =>
        word === key ? score * KEY_WEIGHT : 0,
      )
      addMatches(matches, { ...keyMatches, words: new Set() })
    }),
  )
  return matches
}

async function findMatches(term: string, index: Index): Promise<TermMatches> {
  const matches = createMatches()
  await Promise.all(
    listSpellings(term).map(async (spelling) => {
      const parts = await loadWordParts(listWordStarts(spelling, index.stem), index)
      addWords(matches, parts, createScorer(spelling, index.stem))
    }),
  )
  return addKeyEntries(matches, index)
}

/** Returns the matches of a term with a typing error. Only words with the same first or second half are compared. */
async function findTypoMatches(term: string, index: Index): Promise<TermMatches> {
  const matches = createMatches()
  await Promise.all(
    listSpellings(term).map(async (spelling) => {
      const scorer = createTypoScorer(spelling, index.stem)
      if (!scorer) return
      const { start, end } = splitAroundMiddle(spelling)
      const words = (await loadReversedWords(end, index)).map(reverseWord).filter(scorer)
      const parts = await Promise.all([start, ...words].map((word) => loadWordParts([word], index)))
      addWords(matches, new Set(parts.flat()), scorer)
    }),
  )
  return addKeyEntries(matches, index)
}

/** Maximum number of words that are also searched as one word, such as “random play dance”. */
const MAX_JOINED = 3

interface JoinedTerms {
  from: number
  /** Index after the last term. */
  to: number
  joined: string
}

/** Returns two or three neighboring terms joined to one: "random play" → "randomplay". */
function joinTerms(terms: readonly string[]): JoinedTerms[] {
  const joinedTerms: JoinedTerms[] = []
  for (const from of terms.keys()) {
    for (let to = from + 2; to <= Math.min(from + MAX_JOINED, terms.length); to += 1) {
      const range = terms.slice(from, to)
      if (!range.some(isKey)) joinedTerms.push({ from, to, joined: range.join("") })
    }
  }
  return joinedTerms
}

/** Returns the matches of each term. A term without a match is searched again with one typing error. */
async function findAllMatches(terms: readonly string[], index: Index): Promise<TermMatches[]> {
  const [matches, joinedMatches] = await Promise.all([
    Promise.all(terms.map((term) => findMatches(term, index))),
    Promise.all(
      joinTerms(terms).map(async ({ joined, ...range }) => ({
        ...range,
        rangeMatches: await findMatches(joined, index),
      })),
    ),
  ])
  // A match of the joined terms counts as a match of each of them.
  for (const { from, to, rangeMatches } of joinedMatches) {
    for (const termMatches of matches.slice(from, to)) addMatches(termMatches, rangeMatches)
  }
  return Promise.all(
    terms.map(async (term, i) => {
      const exactMatches = matches[i] ?? createMatches()
      return exactMatches.entries.size > 0 ? exactMatches : findTypoMatches(term, index)
    }),
  )
}

async function loadResult(entry: number, { folder, groups }: Manifest): Promise<Result[]> {
  const name = entryPartName(Math.floor(entry / ENTRIES_PER_PART))
  const part = await loadOnce<(Entry | null)[]>(partPath(folder, name))
  const content = part[entry % ENTRIES_PER_PART]
  if (!content) return []
  const language = findGroup(entry, groups)?.language ?? null
  const isOver = content.end !== undefined && Date.parse(content.end) < Date.now()
  return [{ ...content, language: language === pageLocale() ? null : language, isOver }]
}

async function search(terms: string[], limit: ResultLimit): Promise<SearchResults> {
  const locale = pageLocale()
  const [manifest, stem] = await Promise.all([loadManifest(), loadStem(locale)])
  const { groups } = manifest
  /** Whether pages in the current language show an entry, by the entry's number. */
  const isShown = groups.flatMap((group) => Array(group.count).fill(isShownIn(group, locale)))
  const listShownEntries = ({ entries }: TermMatches) =>
    new Map([...entries].filter(([entry]) => isShown[entry]))
  const matches = await findAllMatches(terms, { manifest, stem })
  // Single letters are ignored if the query has other terms.
  const wordMatches = matches.filter((_, i) => !isSingleLetter(terms[i] ?? ""))
  const hits = findHits(
    (wordMatches.length > 0 ? wordMatches : matches).map(listShownEntries),
    isShown.filter(Boolean).length,
  )
  const kindHits = groupHitsByKind(hits, groups, locale)
  const kinds = kindHits.map(async ({ kind, hits }) => {
    const shownHits = hits.slice(0, limit(kind, hits, kindHits.length))
    const results = await Promise.all(shownHits.map(({ entry }) => loadResult(entry, manifest)))
    const upcomingFirst = results.flat().sort((a, b) => Number(a.isOver) - Number(b.isOver))
    return { kind, count: hits.length, results: upcomingFirst }
  })
  const words = new Set(matches.flatMap((termMatches) => [...termMatches.words]))
  return { words, kinds: await Promise.all(kinds) }
}

/** Repeats a search if a newer build has replaced the index meanwhile. */
async function retryWithCurrentIndex<Value>(search: () => Promise<Value>): Promise<Value> {
  try {
    return await search()
  } catch (error) {
    if (!(error instanceof IndexReplacedError)) throw error
    requests.clear()
    return await search()
  }
}

/** Searches for a query. Throws if the index cannot be loaded. */
export async function find(query: string, limit: ResultLimit): Promise<SearchResults> {
  const terms = splitIntoTerms(query)
  return terms.length === 0
    ? { words: new Set(), kinds: [] }
    : retryWithCurrentIndex(() => search(terms, limit))
}

/** Returns the next events by start. Events of a group are sorted, so its first entries are enough. */
export const findNextEvents = (count: number): Promise<Result[]> =>
  retryWithCurrentIndex(async () => {
    const manifest = await loadManifest()
    let groupStart = 0
    const entries: number[] = []
    for (const group of manifest.groups) {
      const isUpcoming = group.kind === "event" && !group.isOver && isShownIn(group, pageLocale())
      const length = isUpcoming ? Math.min(count, group.count) : 0
      for (let i = 0; i < length; i += 1) entries.push(groupStart + i)
      groupStart += group.count
    }
    const events = (await Promise.all(entries.map((entry) => loadResult(entry, manifest)))).flat()
    const getTime = ({ date = "" }: Result) => Date.parse(date)
    return events.sort((a, b) => getTime(a) - getTime(b)).slice(0, count)
  })
