/** Makes the index as many small files, so that the browser loads only the files for its query. */
import { createHash } from "node:crypto"
import {
  ENTRIES_PER_PART,
  type Entry,
  LEVEL,
  type Level,
  type Manifest,
  packPosting,
  type WordPart,
} from "../../features/search/index-format.ts"
import { MIN_TYPO_LENGTH, reverseWord } from "../../features/search/near.ts"
import { isKey } from "../../features/search/words.ts"
import { DEFAULT_LOCALE, type Locale } from "../../i18n/locales.ts"
import { throwIfCancelled } from "../../shared/dependency-tracking.ts"
import type { EntryGroup, IndexedEntry } from "./entries.ts"
import { foldWords, type Keys, listTitleWords } from "./keys.ts"

export interface SearchIndex extends Pick<Manifest, "folder" | "firstWords" | "firstReversed"> {
  wordParts: string[]
  reversedParts: string[]
  /** Each function makes one part of the entries, because not all entries fit in memory. */
  entryParts: (() => Promise<(Entry | null)[]>)[]
}

/** A word that occurs at least this many times in a text has the level `LEVEL.often`. */
const MIN_OFTEN_COUNT = 3

const countWords = (words: Iterable<string>): Map<string, number> => {
  const countByWord = new Map<string, number>()
  for (const word of words) countByWord.set(word, (countByWord.get(word) ?? 0) + 1)
  return countByWord
}

/** Returns the words and keys of an entry with their level: how prominent the word is in the entry. */
function getLevels(entry: IndexedEntry, language: Locale | null, { findInText }: Keys) {
  const title = [...foldWords(entry.title), ...foldWords(entry.location ?? "")]
  const text = foldWords([entry.author, entry.text].join(" "))
  // Leaves out the URLs of entries with an author: the URL of a post contains the name of the team.
  const urlWords = entry.author ? [] : foldWords(entry.path.replace(/[/#-]/g, " "))
  const levels = new Map<string, Level>()
  for (const [word, times] of countWords([...text, ...findInText(text, language)])) {
    levels.set(word, times < MIN_OFTEN_COUNT ? LEVEL.text : LEVEL.often)
  }
  for (const word of [...urlWords, ...findInText(urlWords, DEFAULT_LOCALE)]) {
    levels.set(word, LEVEL.often)
  }
  const titleWords = [...listTitleWords(entry.title), ...title, ...findInText(title, language)]
  for (const word of [...titleWords, ...(entry.titleTerms ?? [])]) levels.set(word, LEVEL.title)
  levels.delete("")
  return levels
}

/** Collects for each word its postings (entry number and level) and its keys. */
async function collectPostings(
  groups: EntryGroup[],
  keys: Keys,
  onEntry: (entry: IndexedEntry | null) => void,
): Promise<Map<string, WordPart[string]>> {
  const byWord = new Map<string, WordPart[string]>()
  const add = (word: string, value: number | string) => {
    const values = byWord.get(word)
    if (values) values.push(value)
    else byWord.set(word, [value])
  }
  let number = 0
  for (const { entries, language } of groups) {
    for (const make of entries) {
      throwIfCancelled()
      const entry = await make()
      onEntry(entry)
      const levels = entry ? getLevels(entry, language, keys) : []
      for (const [word, level] of levels) add(word, packPosting(number, level))
      number += 1
    }
  }
  for (const [word, wordKeys] of keys.byWord) {
    for (const key of wordKeys) if (byWord.has(key)) add(word, key)
  }
  return byWord
}

function splitIntoParts<Item>(
  items: Iterable<Item>,
  getSize: (item: Item) => number,
  maxSize: number,
) {
  const parts: Item[][] = []
  let size = maxSize
  for (const item of items) {
    if (size >= maxSize) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(item)
    size += getSize(item)
  }
  return parts
}

/** Approximate sizes of parts, in characters of JSON. A part has about 6 kB after compression. */
const WORD_PART_SIZE = 16_000
const REVERSED_PART_SIZE = 12_000
const CHARACTERS_PER_VALUE = 6

function makeWordParts(byWord: Map<string, WordPart[string]>) {
  const words = [...byWord].sort(([a], [b]) => (a < b ? -1 : 1))
  const parts = splitIntoParts(
    words,
    ([word, values]) => word.length + CHARACTERS_PER_VALUE * values.length,
    WORD_PART_SIZE,
  )
  return {
    firstWords: parts.map(([first]) => first?.[0] ?? ""),
    wordParts: parts.map((part) => JSON.stringify(Object.fromEntries(part))),
  }
}

/** Makes the parts with reversed words. Leaves out short words, in which the search does not correct typos. */
function makeReversedParts(words: Iterable<string>) {
  const longWords = [...words].filter((word) => word.length >= MIN_TYPO_LENGTH - 1 && !isKey(word))
  const parts = splitIntoParts(
    longWords.map(reverseWord).sort(),
    (word) => word.length + 3,
    REVERSED_PART_SIZE,
  )
  return {
    firstReversed: parts.map(([first = ""]) => first),
    reversedParts: parts.map((part) => JSON.stringify(part)),
  }
}

const toPublishedEntry = ({ titleTerms: _, ...entry }: IndexedEntry): Entry => entry

/** Makes the index of all groups. The folder's name is a hash of the entries and words. */
export async function makeIndex(groups: EntryGroup[], keys: Keys): Promise<SearchIndex> {
  const hash = createHash("sha256")
  const byWord = await collectPostings(groups, keys, (entry) => hash.update(JSON.stringify(entry)))
  const words = makeWordParts(byWord)
  for (const part of words.wordParts) hash.update(part)
  const factories = groups.flatMap(({ entries }) => entries)
  const entryParts = splitIntoParts(factories, () => 1, ENTRIES_PER_PART).map(
    (part) => () =>
      Promise.all(
        part.map(async (make) => {
          const entry = await make()
          return entry && toPublishedEntry(entry)
        }),
      ),
  )
  const folder = hash.digest("hex").slice(0, 16)
  return { folder, ...words, ...makeReversedParts(byWord.keys()), entryParts }
}
