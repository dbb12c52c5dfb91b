import {
  ENTRIES_PER_PART,
  entryPartName,
  type Group,
  type Manifest,
  manifestPath,
  partPath,
  reversedPartName,
  wordPartName,
} from "../../features/search/index-format.ts"
import { DEFAULT_LOCALE } from "../../i18n/locales.ts"
import { memoizePerPass, readPreviousFile } from "../../shared/dependency-tracking.ts"
import { type EntryGroup, readSearchableContent, type SearchableContent } from "./entries.ts"
import { loadKeys } from "./keys.ts"
import { makeIndex, type SearchIndex } from "./make-index.ts"

export interface SiteIndex extends Omit<Manifest, "messages"> {
  /** Returns a part as JSON. Rejects if the index has no such part. */
  readPart(part: string): Promise<string>
}

const countTotal = (groups: Group[]): number => groups.reduce((sum, { count }) => sum + count, 0)

/** Returns the route parameters of the index's parts (pages/search/index). */
export function listPartParams({ folder, groups, firstWords, firstReversed }: SiteIndex) {
  const listNumbers = (length: number) => Array.from({ length }, (_, i) => i)
  return [
    ...listNumbers(firstWords.length).map(wordPartName),
    ...listNumbers(firstReversed.length).map(reversedPartName),
    ...listNumbers(Math.ceil(countTotal(groups) / ENTRIES_PER_PART)).map(entryPartName),
  ].map((part) => ({ params: { folder, part } }))
}

async function findPart(index: SearchIndex, part: string): Promise<string | undefined> {
  const [, name, number] = /^(\w+)-(\d+)$/.exec(part) ?? []
  if (name === "words") return index.wordParts[Number(number)]
  if (name === "reversed") return index.reversedParts[Number(number)]
  const entries = await index.entryParts[Number(number)]?.()
  return entries && JSON.stringify(entries)
}

const countEntries = (groups: EntryGroup[]): Group[] =>
  groups.map(({ entries, ...group }) => ({ ...group, count: entries.length }))

async function readPreviousIndex(): Promise<SiteIndex | null> {
  const json = await readPreviousFile(manifestPath(DEFAULT_LOCALE))
  if (json === null) return null
  const { messages: _, ...index }: Manifest = JSON.parse(json)
  return {
    ...index,
    async readPart(part) {
      const content = await readPreviousFile(partPath(index.folder, part))
      if (content === null) throw new Error(`The previous index has no ${part}`)
      return content
    },
  }
}

let loadingKeys: ReturnType<typeof loadKeys> | undefined

async function createIndex({ groups, contentHash }: SearchableContent): Promise<SiteIndex> {
  loadingKeys ??= loadKeys()
  const index = await makeIndex(groups, await loadingKeys)
  const { folder, firstWords, firstReversed } = index
  return {
    ...{ folder, contentHash, firstWords, firstReversed },
    groups: countEntries(groups),
    async readPart(part) {
      const content = await findPart(index, part)
      if (content === undefined) throw new Error(`The index has no ${part}`)
      return content
    },
  }
}

/**
 * Returns the previous index, if there is one, in the first pass and if the content is unchanged. Otherwise makes a new
 * index, which takes two minutes with 50,000 articles.
 */
export async function provideIndex(
  isFirstPass: boolean,
  readContent: () => Promise<SearchableContent>,
): Promise<SiteIndex> {
  const previous = await readPreviousIndex()
  if (previous && isFirstPass) return previous
  const content = await readContent()
  return previous?.contentHash === content.contentHash ? previous : createIndex(content)
}

export const loadSiteIndex = memoizePerPass((isFirstPass) =>
  provideIndex(isFirstPass, readSearchableContent),
)
