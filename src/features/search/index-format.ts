/**
 * The files that search reads. `/search/{locale}.json` is the manifest, asked for anew at each opening; the
 * parts of the index lie in a folder named after their content, so they may be cached for good.
 */

import type { Messages } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"

export type Kind = "news" | "team" | "event" | "page"

/** Entries of one kind and language stand together, so a number alone says what it is. */
export interface Group {
  kind: Kind
  /** Null where every language reads the same. */
  language: Locale | null
  /** Of which pages, where others show the same thing in another language. */
  readers?: readonly Locale[]
  /** Events that were over when the index was made. */
  isOver?: boolean
  count: number
}

export interface Manifest {
  folder: string
  groups: Group[]
  /** The first word of each part with words, in order. */
  firstWords: string[]
  /** The first of each part with words from behind, in order. */
  firstEnds: string[]
  /** What the dialog says. */
  messages: Messages
}

/** Where a word stands in an entry, the more telling the higher. */
export const LEVEL = { text: 0, often: 1, title: 2 } as const

export type Level = (typeof LEVEL)[keyof typeof LEVEL]

/** An entry's number and a word's level in it, as one number. */
export const posting = (entry: number, level: Level): number => 4 * entry + level

/**
 * Each word's entries, as postings. A text among them is a key that the word stands for, with entries of its
 * own: a month, a country, what synonyms share.
 */
export type WordPart = Record<string, (number | string)[]>

/** All words, each from its end to its beginning, in order. */
export type EndPart = string[]

export interface Entry {
  /** As on the English site. */
  path: string
  title: string
  text: string
  location?: string
  /** The team whose post it is. */
  author?: string
  /** An ISO moment, and the zone that it is told in. */
  date?: string
  timeZone?: string
  /** When an event is over. */
  end?: string
  isCancelled?: boolean
  /** Of a small picture. */
  picture?: string
}

/** How many entries share a file. */
export const ENTRIES_PER_PART = 4

export const manifestPath = (locale: Locale) => `/search/${locale}.json`
export const wordPartName = (index: number) => `words-${index}`
export const endPartName = (index: number) => `ends-${index}`
export const entryPartName = (index: number) => `entries-${index}`
export const partPath = (folder: string, name: string) => `/search/index/${folder}/${name}.json`

/** The group that an entry belongs to, by its number. */
export function groupOf(entry: number, groups: readonly Group[]): Group | undefined {
  let first = 0
  return groups.find(({ count }) => {
    first += count
    return entry < first
  })
}

/** Whether readers of a locale look in a group. */
export const isFor = ({ readers }: Pick<Group, "readers">, locale: Locale): boolean =>
  readers?.includes(locale) ?? true
