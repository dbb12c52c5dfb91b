/** Keys of words. A key represents synonyms, a month or a weekday in all languages (README.md). */
import { loadStem, type Stem } from "../../features/search/stem.ts"
import { createKey, fold, getMonthKey, listSpellings, WORD } from "../../features/search/words.ts"
import { getLocalDay } from "../../i18n/dates.ts"
import { INTL_LOCALES, LOCALES, type Locale } from "../../i18n/locales.ts"
import { memoizeByKey } from "../../shared/memoized.ts"
import { CATEGORIES, SYNONYMS } from "./synonyms.ts"

const getWeekdayKey = (weekday: number): string => createKey(`w${weekday}`)

const memoizedFold = memoizeByKey(fold)

/** Returns the words of a text in lower case without accents. */
export const foldWords = (text: string): string[] => text.match(WORD)?.map(memoizedFold) ?? []

/** Matches hyphenated words, such as K-pop, which people also type without the hyphen. */
const HYPHENATED_WORD = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu

/** Returns the words, hyphenated words without hyphens, and words in Latin letters. */
export function listTitleWords(title: string): string[] {
  const compounds =
    title.match(HYPHENATED_WORD)?.map((word) => fold(word.replaceAll("-", ""))) ?? []
  return [...foldWords(title), ...compounds].flatMap(listSpellings)
}

/** One or more folded words with their key. */
interface Phrase {
  words: string[]
  key: string
}

const parsePhrases = (lists: Record<string, string>): Phrase[] =>
  Object.entries(lists).flatMap(([name, list]) =>
    list.split(",").map((phrase) => ({ words: foldWords(phrase), key: createKey(name) })),
  )

/** Returns the months, in the forms with and without a day, and the weekdays of a language. */
function listCalendarPhrases(locale: Locale): Phrase[] {
  const getNameIn = (part: "month" | "weekday", date: Date, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(INTL_LOCALES[locale], { ...options, timeZone: "UTC" })
      .formatToParts(date)
      .find(({ type }) => type === part)?.value ?? ""
  const months = Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2026, month, 1))
    const names = [
      getNameIn("month", date, { month: "long" }),
      getNameIn("month", date, { month: "long", day: "numeric" }),
    ]
    return names.map((name) => ({ words: foldWords(name), key: getMonthKey(month + 1) }))
  })
  // January 4, 2026 is a Sunday.
  const weekdays = Array.from({ length: 7 }, (_, day) => {
    const name = getNameIn("weekday", new Date(Date.UTC(2026, 0, 4 + day)), { weekday: "long" })
    return { words: foldWords(name), key: getWeekdayKey(day) }
  })
  return [...months.flat(), ...weekdays]
}

const MS_PER_DAY = 86_400_000
/** A long event is found only by this number of days, from its first day on. */
const MAX_INDEXED_DAYS = 14

/** Returns the words and keys of an event's days: day, month, year, weekday and weekend. */
export function listDayKeys(start: string, end: string, timeZone: string): string[] {
  const lastDay = getLocalDay(end, timeZone)
  const days = Array.from({ length: MAX_INDEXED_DAYS }, (_, i) =>
    getLocalDay(new Date(Date.parse(start) + i * MS_PER_DAY).toISOString(), timeZone),
  ).filter((day, i) => i === 0 || day <= lastDay)
  const keys = days.flatMap((day) => {
    const [year = "", month, number] = day.split("-")
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    return [
      ...[year, getMonthKey(Number(month)), `${Number(number)}`, getWeekdayKey(weekday)],
      ...(weekday % 6 === 0 ? [createKey("weekend")] : []),
    ]
  })
  return [...new Set(keys)]
}

const MAX_PHRASE_LENGTH = 4

export interface Keys {
  /** Keys by word; the words of a phrase are joined without spaces. */
  byWord: ReadonlyMap<string, readonly string[]>
  /** Returns the keys of all phrases in folded words, which may be inflected. */
  findInText(words: readonly string[], language: Locale | null): string[]
}

/** Words up to this number of letters are compared without stemming. */
const MAX_UNSTEMMED_LENGTH = 3

/** Finds keys by stems of words, joined with spaces. The first word of each phrase also has an entry. */
interface PhraseTable {
  stemAll(words: readonly string[]): string[]
  keysByStems: Map<string, readonly string[]>
}

const addKeys = (table: Map<string, readonly string[]>, phrase: string, keys: readonly string[]) =>
  table.set(phrase, [...new Set([...(table.get(phrase) ?? []), ...keys])])

function createPhraseTable(phrases: Phrase[], stem: Stem): PhraseTable {
  const stemAll = (words: readonly string[]) =>
    words.map((word) => (word.length <= MAX_UNSTEMMED_LENGTH ? word : stem(word)))
  const keysByStems = new Map<string, readonly string[]>()
  for (const { words, key } of phrases) {
    // Also adds the unstemmed words, which may be the stem of an inflected foreign word.
    for (const forms of [stemAll(words), words]) {
      addKeys(keysByStems, forms[0] ?? "", [])
      addKeys(keysByStems, forms.join(" "), [key])
    }
  }
  return { stemAll, keysByStems }
}

export async function loadKeys(): Promise<Keys> {
  const synonyms = parsePhrases(SYNONYMS)
  const byWord = new Map<string, readonly string[]>()
  for (const { words, key } of [
    ...synonyms,
    ...parsePhrases(CATEGORIES),
    ...LOCALES.flatMap(listCalendarPhrases),
  ]) {
    addKeys(byWord, words.join(""), [key])
  }
  const tables = new Map<Locale | null, PhraseTable>([
    [null, createPhraseTable(synonyms, (word) => word)],
  ])
  for (const locale of LOCALES) {
    tables.set(locale, createPhraseTable(synonyms, memoizeByKey(await loadStem(locale))))
  }
  return {
    byWord,
    findInText(words, language) {
      const { stemAll, keysByStems } = tables.get(language) ?? createPhraseTable([], (word) => word)
      const stems = stemAll(words)
      const phraseLengths = Array.from({ length: MAX_PHRASE_LENGTH }, (_, i) => i + 1)
      return stems.flatMap((firstStem, i) => {
        if (!keysByStems.has(firstStem)) return []
        return phraseLengths
          .filter((length) => i + length <= stems.length)
          .flatMap((length) => keysByStems.get(stems.slice(i, i + length).join(" ")) ?? [])
      })
    },
  }
}
