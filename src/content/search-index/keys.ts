/** A key represents synonyms, a month or a weekday in all languages (README.md). */
import { loadStem, type Stem } from "../../features/search/stem.ts"
import { createKey, fold, getMonthKey, listSpellings, WORD } from "../../features/search/words.ts"
import { getLocalDay } from "../../i18n/dates.ts"
import { INTL_LOCALES, LOCALES, type Locale } from "../../i18n/locales.ts"
import { memoizeByKey } from "../../shared/memoized.ts"
import { CATEGORIES, SYNONYMS } from "./synonyms.ts"

const getWeekdayKey = (weekday: number): string => createKey(`w${weekday}`)

const memoizedFold = memoizeByKey(fold)

export const foldWords = (text: string): string[] => text.match(WORD)?.map(memoizedFold) ?? []

/** People also type hyphenated words, such as K-pop, without the hyphen. */
const HYPHENATED = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu

/** Returns the words, hyphenated words without hyphens, and words in Latin letters. */
export function listTitleWords(title: string): string[] {
  const compounds = title.match(HYPHENATED)?.map((word) => fold(word.replaceAll("-", ""))) ?? []
  return [...foldWords(title), ...compounds].flatMap(listSpellings)
}

interface Phrase {
  words: string[]
  key: string
}

const parsePhrases = (lists: Record<string, string>): Phrase[] =>
  Object.entries(lists).flatMap(([name, list]) =>
    list.split(",").map((phrase) => ({ words: foldWords(phrase), key: createKey(name) })),
  )

/** In some languages, the name of a month changes next to a day. */
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
  const weekdays = Array.from({ length: 7 }, (_, day) => {
    const name = getNameIn("weekday", new Date(Date.UTC(2026, 0, 4 + day)), { weekday: "long" })
    return { words: foldWords(name), key: getWeekdayKey(day) }
  })
  return [...months.flat(), ...weekdays]
}

const DAY_MS = 86_400_000
/** A longer event is found only by its first days. */
const MAX_DAYS = 14

export function listDayKeys(start: string, end: string, timeZone: string): string[] {
  const lastDay = getLocalDay(end, timeZone)
  const days = Array.from({ length: MAX_DAYS }, (_, i) =>
    getLocalDay(new Date(Date.parse(start) + i * DAY_MS).toISOString(), timeZone),
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
  byWord: ReadonlyMap<string, readonly string[]>
  /** Returns the keys of all phrases in folded words, which may be inflected. */
  findInText(words: readonly string[], language: Locale | null): string[]
}

/** Words up to this number of letters are compared without stemming. */
const MAX_UNSTEMMED_LENGTH = 3

interface PhraseTable {
  stemAll(words: readonly string[]): string[]
  keysByStems: Map<string, readonly string[]>
}

const addKeys = (table: Map<string, readonly string[]>, words: string, keys: readonly string[]) =>
  table.set(words, [...new Set([...(table.get(words) ?? []), ...keys])])

function createPhraseTable(phrases: Phrase[], stem: Stem): PhraseTable {
  const stemAll = (words: readonly string[]) =>
    words.map((word) => (word.length <= MAX_UNSTEMMED_LENGTH ? word : stem(word)))
  const keysByStems = new Map<string, readonly string[]>()
  for (const { words, key } of phrases) {
    // An inflected foreign word may have the unstemmed word as its stem.
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
      return stems.flatMap((first, i) =>
        keysByStems.has(first)
          ? Array.from({ length: MAX_PHRASE_LENGTH }, (_, more) => more + 1)
              .filter((length) => i + length <= stems.length)
              .flatMap((length) => keysByStems.get(stems.slice(i, i + length).join(" ")) ?? [])
          : [],
      )
    },
  }
}
