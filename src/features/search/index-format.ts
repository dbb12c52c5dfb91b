/**
 * The files that search reads. `/search/{locale}.json` is the manifest, asked for anew at each opening. An index lies
 * in a folder named after its content, so its files may be cached for good. There may be two of them: one of all that
 * there was when it was made, and a small one of what came since.
 */

import type { Messages } from "../../i18n/keys.ts"
import type { Locale } from "../../i18n/locales.ts"

export type Kind = "news" | "team" | "event" | "music" | "page"

/** Entries of one kind and language stand together, so their place alone says what they are. */
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

/** Where an index begins. */
export interface IndexStart {
  folder: string
  /** The first word of each part with words, in order. */
  firstWords: string[]
  /** The first of each part with words from behind, in order. */
  firstEnds: string[]
}

/** So many entries of an index, from one on: its number in `indexes`, the first one's number in it, how many. */
export type Run = [index: number, first: number, count: number]

export interface Manifest {
  groups: Group[]
  /** The entries of all groups, one after the other. An entry that is in none of them is gone, or another one now. */
  runs: Run[]
  indexes: IndexStart[]
  /** What the dialog says. */
  messages: Messages
}

/** Where a word stands in an entry, the more telling the higher. */
export const LEVEL = { text: 0, often: 1, title: 2 } as const

export type Level = (typeof LEVEL)[keyof typeof LEVEL]

/** An entry's number in its index and a word's level in it, as one number. */
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

/** The index that has the entry at a place among all, and its number there. */
export function entryAt(place: number, runs: readonly Run[]): { index: number; number: number } {
  let left = place
  for (const [index, first, count] of runs) {
    if (left < count) return { index, number: first + left }
    left -= count
  }
  throw new RangeError(`There is no entry ${place}`)
}

/** The places of an index's entries among all, by their numbers; some have none. */
export function placesOf(index: number, runs: readonly Run[]): (number | undefined)[] {
  const places: (number | undefined)[] = []
  let place = 0
  for (const [of, first, count] of runs) {
    for (let i = 0; of === index && i < count; i++) places[first + i] = place + i
    place += count
  }
  return places
}

/** The group that an entry belongs to, by its place. */
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
