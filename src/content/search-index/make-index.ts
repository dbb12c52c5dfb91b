/** The index that search reads a few files of, whatever its size. */
import { createHash } from "node:crypto"
import {
  ENTRIES_PER_PART,
  type Entry,
  type IndexStart,
  LEVEL,
  type Level,
  posting,
  type WordPart,
} from "../../features/search/index-format.ts"
import { NEAR_FROM, reversed } from "../../features/search/near.ts"
import { isKey } from "../../features/search/words.ts"
import { DEFAULT_LOCALE, type Locale } from "../../i18n/locales.ts"
import { throwIfCancelled } from "../../shared/dependency-tracking.ts"
import type { EntryGroup, Findable, IndexedEntry } from "./entries.ts"
import { foldedWords, type Keys, titleWords } from "./keys.ts"

/** Of a part with words, in characters: about 6 kB on the wire. */
const WORD_PART_SIZE = 16_000

/** Its folder's name changes with the content. */
export interface SearchIndex extends IndexStart {
  /** JSON, in order. */
  wordParts: string[]
  endParts: string[]
  /** Makes the entries of a part anew. */
  entryParts: (() => Promise<Entry[]>)[]
}

/** From so many times on a word is often in a text. */
const OFTEN = 3

const counts = (words: Iterable<string>): Map<string, number> => {
  const counted = new Map<string, number>()
  for (const word of words) counted.set(word, (counted.get(word) ?? 0) + 1)
  return counted
}

/** The words and keys of an entry, and where they stand in it. */
function levelsOf(entry: IndexedEntry, language: Locale | null, { inText }: Keys) {
  const title = [...foldedWords(entry.title), ...foldedWords(entry.location ?? "")]
  const text = foldedWords([entry.author, entry.text].join(" "))
  // In every language the address has the words that something was named by; a post's are its team's.
  const address = entry.author ? [] : foldedWords(entry.path.replace(/[/#-]/g, " "))
  const levels = new Map<string, Level>()
  for (const [word, times] of counts([...text, ...inText(text, language)])) {
    levels.set(word, times < OFTEN ? LEVEL.text : LEVEL.often)
  }
  for (const word of [...address, ...inText(address, DEFAULT_LOCALE)]) {
    levels.set(word, LEVEL.often)
  }
  const first = [...titleWords(entry.title), ...title, ...inText(title, language)]
  for (const word of [...first, ...(entry.keys ?? [])]) levels.set(word, LEVEL.title)
  levels.delete("")
  return levels
}

interface Analyzed {
  entry: IndexedEntry
  levels: Map<string, Level>
}

async function analyze({ make }: Findable, language: Locale | null, keys: Keys): Promise<Analyzed> {
  const entry = await make()
  return { entry, levels: levelsOf(entry, language, keys) }
}

/** What was analyzed for a small index, of which the next one has most again. */
const analyzed = new WeakMap<Findable, Promise<Analyzed>>()

function analyzeOnce(...[findable, language, keys]: Parameters<typeof analyze>) {
  const made = analyzed.get(findable) ?? analyze(findable, language, keys)
  analyzed.set(findable, made)
  return made
}

/** The entries of each word and key. */
async function postings(
  groups: EntryGroup[],
  keys: Keys,
  entryOf: typeof analyze,
  onEntry: (entry: IndexedEntry) => void,
): Promise<Map<string, WordPart[string]>> {
  const found = new Map<string, WordPart[string]>()
  const add = (word: string, value: number | string) => {
    const known = found.get(word)
    if (known) known.push(value)
    else found.set(word, [value])
  }
  let number = 0
  for (const { entries, language } of groups) {
    for (const findable of entries) {
      throwIfCancelled()
      const { entry, levels } = await entryOf(findable, language, keys)
      onEntry(entry)
      for (const [word, level] of levels) {
        add(word, posting(number, level))
      }
      number += 1
    }
  }
  // A word that stands for nothing in the index would only be loaded.
  for (const [word, wordKeys] of keys.byWord) {
    for (const key of wordKeys) if (found.has(key)) add(word, key)
  }
  return found
}

/** Words in their order, in parts of about the same size. */
function partsOf(
  byWord: Map<string, WordPart[string]>,
): Pick<SearchIndex, "firstWords" | "wordParts"> {
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

/** Of a part with words from behind, in characters. */
const END_PART_SIZE = 12_000

/** All words that may have a typing error in them, from behind, in parts of about the same size. */
function endsOf(words: Iterable<string>): Pick<SearchIndex, "firstEnds" | "endParts"> {
  const parts: string[][] = []
  let size = END_PART_SIZE
  const ends = [...words].filter((word) => word.length >= NEAR_FROM - 1 && !isKey(word))
  for (const end of ends.map(reversed).sort()) {
    if (size >= END_PART_SIZE) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(end)
    size += end.length + 3
  }
  return {
    firstEnds: parts.map(([first = ""]) => first),
    endParts: parts.map((part) => JSON.stringify(part)),
  }
}

export const withoutKeys = ({ keys: _, ...entry }: IndexedEntry): Entry => entry

/** Makes the index of these entries, numbered through in their order; a small one remembers them. */
export async function searchIndex(
  found: EntryGroup[],
  keys: Keys,
  isSmall = false,
): Promise<SearchIndex> {
  const entryOf = isSmall ? analyzeOnce : analyze
  const entries = found.flatMap((group) =>
    group.entries.map((findable) => async () => {
      const { entry } = isSmall
        ? await analyzeOnce(findable, group.language, keys)
        : { entry: await findable.make() }
      return withoutKeys(entry)
    }),
  )
  const content = createHash("sha256")
  const byWord = await postings(found, keys, entryOf, (entry) =>
    content.update(JSON.stringify(entry)),
  )
  const parts = partsOf(byWord)
  for (const part of parts.wordParts) content.update(part)
  const entryParts = Array.from(
    { length: Math.ceil(entries.length / ENTRIES_PER_PART) },
    (_, i) => {
      const own = entries.slice(i * ENTRIES_PER_PART, (i + 1) * ENTRIES_PER_PART)
      return () => Promise.all(own.map((make) => make()))
    },
  )
  const folder = content.digest("hex").slice(0, 16)
  return { folder, ...parts, ...endsOf(byWord.keys()), entryParts }
}
