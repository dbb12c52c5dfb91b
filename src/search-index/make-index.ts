/** The index that search reads a few files of, whatever its size. */
import { createHash } from "node:crypto"
import {
  ENTRIES_PER_PART,
  type Entry,
  type Group,
  type WordPart,
} from "../features/search/index-format.ts"
import { wordsIn } from "../features/search/words.ts"
import type { EntryGroup, MakeEntry } from "./entries.ts"

/** Of a part with words, in characters: about 6 kB on the wire. */
const WORD_PART_SIZE = 16_000

export interface SearchIndex {
  /** Changes with the content. */
  folder: string
  groups: Group[]
  firstWords: string[]
  /** JSON, in order. */
  wordParts: string[]
  /** Makes the entries of a part anew. */
  entryParts: (() => Entry[])[]
}

/** The number of an entry under each of its words: `2 × entry`, one more where it is in the title. */
function postings(entries: MakeEntry[], onEntry: (entry: Entry) => void): Map<string, number[]> {
  const byWord = new Map<string, number[]>()
  entries.forEach((make, number) => {
    const entry = make()
    onEntry(entry)
    const inTitle = new Set(wordsIn(entry.title).map(({ folded }) => folded))
    const inText = wordsIn([entry.location, entry.text].join(" ")).map(({ folded }) => folded)
    for (const word of new Set([...inTitle, ...inText])) {
      const value = 2 * number + (inTitle.has(word) ? 1 : 0)
      const known = byWord.get(word)
      if (known) known.push(value)
      else byWord.set(word, [value])
    }
  })
  byWord.delete("")
  return byWord
}

/** Words in their order, in parts of about the same size. */
function partsOf(byWord: Map<string, number[]>): Pick<SearchIndex, "firstWords" | "wordParts"> {
  const firstWords: string[] = []
  const wordParts: string[] = []
  let part: WordPart = {}
  let size = 0
  const finish = () => {
    if (size > 0) wordParts.push(JSON.stringify(part))
    part = {}
    size = 0
  }
  for (const word of [...byWord.keys()].sort()) {
    const entries = byWord.get(word) ?? []
    if (size > WORD_PART_SIZE) finish()
    if (size === 0) firstWords.push(word)
    part[word] = entries
    size += word.length + 6 * entries.length
  }
  finish()
  return { firstWords, wordParts }
}

/** Makes the index of these entries, numbered through in their order. */
export function searchIndex(found: EntryGroup[]): SearchIndex {
  const entries = found.flatMap((group) => group.entries)
  const content = createHash("sha256")
  const byWord = postings(entries, (entry) => content.update(JSON.stringify(entry)))
  const groups = found.map(({ kind, language, entries }) => ({
    kind,
    language,
    count: entries.length,
  }))
  const parts = partsOf(byWord)
  for (const part of parts.wordParts) content.update(part)
  const entryParts = Array.from(
    { length: Math.ceil(entries.length / ENTRIES_PER_PART) },
    (_, i) => {
      const own = entries.slice(i * ENTRIES_PER_PART, (i + 1) * ENTRIES_PER_PART)
      return () => own.map((make) => make())
    },
  )
  return { folder: content.digest("hex").slice(0, 16), groups, ...parts, entryParts }
}
