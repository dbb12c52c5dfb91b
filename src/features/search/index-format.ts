/**
 * Format of the search index. `/search/{locale}.json` is the manifest.
 * The other files ("parts") are in a folder that is named after their content hash.
 */
import type { Messages } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"

export type Kind = "news" | "team" | "event" | "music" | "page"

/** A run of entries of the same kind and language. Entries are numbered in the order of the groups. */
export interface Group {
  kind: Kind
  /** Null for entries that all languages share, such as songs and albums. */
  language: Locale | null
  /** Languages whose pages show these entries. Missing if all languages do. */
  shownIn?: readonly Locale[]
  /** Whether these events were over when the index was built. */
  isOver?: boolean
  count: number
}

export interface Manifest {
  folder: string
  groups: Group[]
  /** First word of each part with words. */
  firstWords: string[]
  /** First word of each part with reversed words. */
  firstReversed: string[]
  /** A build reuses the previous index if the hash of the indexed content is the same. */
  contentHash: string
  messages: Messages
}

/** Importance of a word in an entry: once in the text, often in the text, or in the title. */
export const LEVEL = { text: 0, often: 1, title: 2 } as const

export type Level = (typeof LEVEL)[keyof typeof LEVEL]

/** Packs an entry and a level into one number. The level needs two bits. */
export const packPosting = (entry: number, level: Level): number => 4 * entry + level

export const unpackPosting = (value: number) => ({ entry: value >> 2, level: value & 3 })

/** Packed postings of each word. A string in a list is a key (words.ts), which has its own postings. */
export type WordPart = Record<string, (number | string)[]>

/** Reversed words, sorted. They find terms with a typing error in the first half. */
export type ReversedPart = string[]

/** A search result as it is stored. Dates are in ISO format. */
export interface Entry {
  path: string
  title: string
  text: string
  location?: string
  author?: string
  date?: string
  timeZone?: string
  end?: string
  isCancelled?: boolean
  picture?: string
}

export const ENTRIES_PER_PART = 4

export const manifestPath = (locale: Locale) => `/search/${locale}.json`
export const wordPartName = (index: number) => `words-${index}`
export const reversedPartName = (index: number) => `reversed-${index}`
export const entryPartName = (index: number) => `entries-${index}`
export const partPath = (folder: string, name: string) => `/search/index/${folder}/${name}.json`

export function findGroup(entry: number, groups: readonly Group[]): Group | undefined {
  let groupEnd = 0
  return groups.find(({ count }) => {
    groupEnd += count
    return entry < groupEnd
  })
}

export const isShownIn = ({ shownIn }: Pick<Group, "shownIn">, locale: Locale): boolean =>
  shownIn?.includes(locale) ?? true
