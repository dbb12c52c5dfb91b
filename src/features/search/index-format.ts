/**
 * The files that search reads. `/search/{locale}.json` is the manifest, asked for anew at each opening; the
 * parts of the index lie in a folder named after their content, so they may be cached for good.
 */

import type { Messages } from "../../i18n/keys.ts"
import { isLocale, type Locale } from "../../i18n/locales.ts"
import { isRecord } from "../../json.ts"

export const KINDS = ["news", "team", "event", "page"] as const

export type Kind = (typeof KINDS)[number]

/** Entries of one kind and language stand together, so a number alone says what it is. */
export interface Group {
  kind: Kind
  /** Null where every language reads the same. */
  language: Locale | null
  count: number
}

export interface Manifest {
  folder: string
  groups: Group[]
  /** The first word of each part with words, in order. */
  firstWords: string[]
  /** What the dialog says. */
  messages: Messages
}

/** Each word's entries; twice the entry's number, and one more where the word is in the title. */
export type WordPart = Record<string, number[]>

export interface Entry {
  /** As on the English site. */
  path: string
  title: string
  text: string
  location?: string
  /** An ISO moment, and the zone that it is told in. */
  date?: string
  timeZone?: string
}

/** How many entries share a file. */
export const ENTRIES_PER_PART = 4

export const manifestPath = (locale: Locale) => `/search/${locale}.json`
export const wordPartName = (index: number) => `words-${index}`
export const entryPartName = (index: number) => `entries-${index}`
export const partPath = (folder: string, name: string) => `/search/index/${folder}/${name}.json`

const isText = (value: unknown): value is string => typeof value === "string"
const isCount = (value: unknown): value is number => Number.isInteger(value)
const isTextOrNone = (value: unknown) => value === undefined || isText(value)
const isEach = <Item>(value: unknown, is: (item: unknown) => item is Item): value is Item[] =>
  Array.isArray(value) && value.every(is)

const isGroup = (value: unknown): value is Group =>
  isRecord(value) &&
  KINDS.some((kind) => kind === value.kind) &&
  (value.language === null || isLocale(value.language)) &&
  isCount(value.count)

const isMessages = (value: unknown): value is Messages =>
  isRecord(value) && Object.values(value).every(isText)

export const isManifest = (value: unknown): value is Manifest =>
  isRecord(value) &&
  isText(value.folder) &&
  isEach(value.groups, isGroup) &&
  isEach(value.firstWords, isText) &&
  isMessages(value.messages)

export const isWordPart = (value: unknown): value is WordPart =>
  isRecord(value) && Object.values(value).every((entries) => isEach(entries, isCount))

const isEntry = (value: unknown): value is Entry =>
  isRecord(value) &&
  isText(value.path) &&
  isText(value.title) &&
  isText(value.text) &&
  [value.location, value.date, value.timeZone].every(isTextOrNone)

export const isEntryPart = (value: unknown): value is Entry[] => isEach(value, isEntry)

/** The group that an entry belongs to, by its number. */
export function groupOf(entry: number, groups: readonly Group[]): Group | undefined {
  let first = 0
  return groups.find(({ count }) => {
    first += count
    return entry < first
  })
}

/** All groups in which readers of a locale look: pages in theirs alone, all else in whatever language. */
export const isFor = ({ kind, language }: Group, locale: Locale): boolean =>
  kind !== "page" || language === locale
