/**
 * The files of the search index. `/search/{locale}.json` is the manifest. The dialog requests it each time it opens. All
 * other files are in a folder named after their content hash, so browsers may cache them forever.
 */
import type { Messages } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"

export type Kind = "news" | "team" | "event" | "music" | "page"

/** A run of entries of the same kind and language. Entries are numbered in the order of the groups. */
export interface Group {
  kind: Kind
  language: Locale | null
  shownIn?: readonly Locale[]
  /** Whether these events were over when the index was built. */
  isOver?: boolean
  count: number
}

export interface Manifest {
  folder: string
  groups: Group[]
  /** First word of each word part, in order. */
  firstWords: string[]
  /** First reversed word of each reversed part, in order. */
  firstReversed: string[]
  source: string
  messages: Messages
}

/** Importance of a word in an entry: it is in the text, is frequent there, or is in the title. */
export const LEVEL = { text: 0, often: 1, title: 2 } as const

export type Level = (typeof LEVEL)[keyof typeof LEVEL]

/** Packs the number of an entry and a word's level in this entry into one number. */
export const packPosting = (entry: number, level: Level): number => 4 * entry + level

export const unpackPosting = (value: number) => ({ entry: value >> 2, level: value & 3 })

/**
 * The entries of each word, as packed numbers. A string among them is a key of the word, such as a month, a country or a
 * group of synonyms. A key has its own record with entries.
 */
export type WordPart = Record<string, (number | string)[]>

/** Words that are spelled backwards, in order. They find terms with a typing error in the first half. */
export type ReversedPart = string[]

export interface Entry {
  path: string
  title: string
  text: string
  location?: string
  author?: string
  /** ISO date with its time zone. */
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
  let end = 0
  return groups.find(({ count }) => {
    end += count
    return entry < end
  })
}

export const isShownIn = ({ shownIn }: Pick<Group, "shownIn">, locale: Locale): boolean =>
  shownIn?.includes(locale) ?? true
