/**
 * The files that search reads. `/search/{locale}.json` is the manifest, requested each time the dialog opens. The index
 * is in a folder named after its content hash, so browsers may cache its files forever.
 */
import type { Messages } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"

export type Kind = "news" | "team" | "event" | "music" | "page"

/** Entries of the same kind and language. They have consecutive numbers, in the order of the groups. */
export interface Group {
  kind: Kind
  /** The language of the texts; null when all languages share them. */
  language: Locale | null
  /** The locales in which the site shows these texts; all when undefined. */
  shownIn?: readonly Locale[]
  /** Whether these events had ended when the index was built. */
  isOver?: boolean
  count: number
}

export interface Manifest {
  folder: string
  groups: Group[]
  /** The first word of each word part, in order. */
  firstWords: string[]
  /** The first reversed word of each reversed part, in order. */
  firstReversed: string[]
  /** A hash of the content that the index was built from. */
  source: string
  /** The texts of the dialog. */
  messages: Messages
}

/** Where a word occurs in an entry; a higher level counts more. */
export const LEVEL = { text: 0, often: 1, title: 2 } as const

export type Level = (typeof LEVEL)[keyof typeof LEVEL]

/** Packs the number of an entry and the level of a word in it. */
export const posting = (entry: number, level: Level): number => 4 * entry + level

/** Returns the entry number and the level of a posting. */
export const unpackPosting = (value: number) => ({ entry: value >> 2, level: value & 3 })

/**
 * The entries of each word, as postings. A string among them is a key of the word: a month, a country or a group of
 * synonyms. Keys have entries of their own.
 */
export type WordPart = Record<string, (number | string)[]>

/** Words spelled backwards, sorted. They are used to find terms with a typing error at the beginning. */
export type ReversedPart = string[]

export interface Entry {
  /** The path on the English site. */
  path: string
  title: string
  text: string
  location?: string
  /** The team of a post, or the artists of a song. */
  author?: string
  /** An ISO date with its time zone. */
  date?: string
  timeZone?: string
  /** The end of an event. */
  end?: string
  isCancelled?: boolean
  /** The URL of a small picture. */
  picture?: string
}

/** The number of entries in a file. */
export const ENTRIES_PER_PART = 4

export const manifestPath = (locale: Locale) => `/search/${locale}.json`
export const wordPartName = (index: number) => `words-${index}`
export const reversedPartName = (index: number) => `reversed-${index}`
export const entryPartName = (index: number) => `entries-${index}`
export const partPath = (folder: string, name: string) => `/search/index/${folder}/${name}.json`

/** Returns the group that an entry belongs to. */
export function groupOf(entry: number, groups: readonly Group[]): Group | undefined {
  let end = 0
  return groups.find(({ count }) => {
    end += count
    return entry < end
  })
}

/** Returns whether the site shows a group in a locale. */
export const isShownIn = ({ shownIn }: Pick<Group, "shownIn">, locale: Locale): boolean =>
  shownIn?.includes(locale) ?? true
