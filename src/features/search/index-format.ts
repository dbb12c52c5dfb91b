/**
 * Format of the search index. `/search/{locale}.json` is the manifest. The other files ("parts") are in a folder whose
 * name is a hash of all entries and words.
 */
import type { Messages } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"

export type Kind = "news" | "team" | "event" | "music" | "page"

/** Consecutive entries of the same kind and language. Entries are numbered in the order of the groups. */
export interface Group {
  kind: Kind
  /** Null for entries that all languages share, such as songs and albums. */
  language: Locale | null
  /** Languages whose pages show these entries. Missing if the pages of all languages show them. */
  shownIn?: readonly Locale[]
  /** Whether these events were over when the index was built. */
  isOver?: boolean
  count: number
}

export interface Manifest {
  folder: string
  groups: Group[]
  /** The first word of each `WordPart`, to find the part that contains a word. */
  firstWords: string[]
  /** The first reversed word of each `ReversedPart`. */
  firstReversed: string[]
  /** Hash of the content from which the index was made. A build with the same hash reuses the index. */
  contentHash: string
  messages: Messages
}

/**
 * Importance of a word in an entry. `text`: once or twice in the text. `often`: at least three times in the text, or in
 * the URL. `title`: in the title or location, or another word that describes the whole entry, such as a date.
 */
export const LEVEL = { text: 0, often: 1, title: 2 } as const

export type Level = (typeof LEVEL)[keyof typeof LEVEL]

/** Packs an entry and a level into one number. The level needs two bits. */
export const packPosting = (entry: number, level: Level): number => 4 * entry + level

export const unpackPosting = (value: number) => ({ entry: value >> 2, level: value & 3 })

/** Maps words to their packed postings. A string in a list is a key (see words.ts) that has its own postings. */
export type WordPart = Record<string, (number | string)[]>

/** Sorted words with reversed letters. They are used to find words for a term with a typing error in its first half. */
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
