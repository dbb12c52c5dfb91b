/** What words stand for: the synonyms of `synonyms.ts`, and the months and weekdays of each language. */
import { loadStem, type Stem } from "../../features/search/stem.ts"
import { fold, formsOf, monthKey, WORD } from "../../features/search/words.ts"
import { dayOf } from "../../i18n/dates.ts"
import { INTL_LOCALES, LOCALES, type Locale } from "../../i18n/locales.ts"
import { KINDS, SYNONYMS } from "./synonyms.ts"

/** The key of a group of `synonyms.ts`, by its name. */
export const keyOf = (name: string): string => `#${name}`

const weekdayKey = (weekday: number): string => keyOf(`w${weekday}`)

/** Words come again and again: each is looked at once. */
function remembering(change: (word: string) => string): (word: string) => string {
  const known = new Map<string, string>()
  return (word) => {
    const before = known.get(word)
    if (before !== undefined) return before
    const changed = change(word)
    known.set(word, changed)
    return changed
  }
}

const foldOnce = remembering(fold)

/** The words of a text, as they are compared. */
export const foldedWords = (text: string): string[] => text.match(WORD)?.map(foldOnce) ?? []

/** Matches hyphenated words, which people also type without the hyphen: K-pop, D-PILS. */
const HYPHENATED = /[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)+/gu

/** Returns the words of a title, plus hyphenated words without hyphens and all words in Latin letters. */
export function titleWords(title: string): string[] {
  const joined = title.match(HYPHENATED)?.map((word) => fold(word.replaceAll("-", ""))) ?? []
  return [...foldedWords(title), ...joined].flatMap(formsOf)
}

interface Phrase {
  words: string[]
  keys: string[]
}

const phrases = (lists: Record<string, string>): Phrase[] =>
  Object.entries(lists).flatMap(([name, list]) =>
    list.split(",").map((phrase) => ({ words: foldedWords(phrase), keys: [keyOf(name)] })),
  )

/** As a reader of a calendar names them: by themselves, and behind a day. */
function calendarWords(locale: Locale): Phrase[] {
  const named = (options: Intl.DateTimeFormatOptions, part: "month" | "weekday", date: Date) =>
    new Intl.DateTimeFormat(INTL_LOCALES[locale], { ...options, timeZone: "UTC" })
      .formatToParts(date)
      .find(({ type }) => type === part)?.value ?? ""
  const months = Array.from({ length: 12 }, (_, month) => {
    const date = new Date(Date.UTC(2026, month, 1))
    const names = [
      named({ month: "long" }, "month", date),
      named({ month: "long", day: "numeric" }, "month", date),
    ]
    return names.map((name) => ({ words: foldedWords(name), keys: [monthKey(month + 1)] }))
  })
  const weekdays = Array.from({ length: 7 }, (_, day) => {
    const date = new Date(Date.UTC(2026, 0, 4 + day))
    const words = foldedWords(named({ weekday: "long" }, "weekday", date))
    return [{ words, keys: [weekdayKey(day)] }]
  })
  return [...months, ...weekdays].flat()
}

const DAY_MS = 86_400_000
/** What lasts longer is found by its first days. */
const MOST_DAYS = 14

/** The keys of the days on which something is, and their numbers, as a query has them. */
export function dayKeys(start: string, end: string, timeZone: string): string[] {
  const last = dayOf(end, timeZone)
  const days = Array.from({ length: MOST_DAYS }, (_, i) =>
    dayOf(new Date(Date.parse(start) + i * DAY_MS).toISOString(), timeZone),
  ).filter((day, i) => i === 0 || day <= last)
  const keys = days.flatMap((day) => {
    const [year = "", month, number] = day.split("-")
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    return [
      ...[year, monthKey(Number(month)), `${Number(number)}`, weekdayKey(weekday)],
      ...(weekday % 6 === 0 ? [keyOf("weekend")] : []),
    ]
  })
  return [...new Set(keys)]
}

/** How many words a way to write something may have, in our texts. */
const LONGEST_PHRASE = 4

export interface Keys {
  /** What each word stands for, by its folded form; several words are written as one. */
  byWord: ReadonlyMap<string, readonly string[]>
  /** What a text in a language is about, by its folded words, whichever forms they have; each time that it says so. */
  inText(words: readonly string[], language: Locale | null): string[]
}

/** Short ones are compared as they are. */
const SHORT = 3

/** The keys of synonyms and calendars, for the index. */
export async function loadKeys(): Promise<Keys> {
  const named = phrases(SYNONYMS)
  const asked = [...named, ...phrases(KINDS), ...LOCALES.flatMap(calendarWords)]
  const byWord = new Map<string, readonly string[]>()
  for (const { words, keys } of asked) {
    const word = words.join("")
    byWord.set(word, [...new Set([...(byWord.get(word) ?? []), ...keys])])
  }
  const stems = await Promise.all(
    LOCALES.map(async (locale) => [locale, remembering(await loadStem(locale))] as const),
  )
  const whole: Stem = (word) => word
  const rooted = (stem: Stem, words: readonly string[]) =>
    words.map((word) => (word.length <= SHORT ? word : stem(word)))
  const table = (stem: Stem) => {
    const byStems = new Map<string, string[]>()
    const add = (words: readonly string[], keys: readonly string[]) => {
      const [first = "", all] = [words[0], words.join(" ")]
      // What begins it, so that other words are passed over at once.
      byStems.set(first, byStems.get(first) ?? [])
      byStems.set(all, [...new Set([...(byStems.get(all) ?? []), ...keys])])
    }
    for (const { words, keys } of named) {
      add(rooted(stem, words), keys)
      // A foreign word that stands without an ending may be another's stem itself.
      add(words, keys)
    }
    return { stem, byStems }
  }
  const byLanguage = new Map(stems.map(([locale, stem]) => [locale, table(stem)]))
  const plain = table(whole)
  return {
    byWord,
    inText(words, language) {
      const { stem, byStems } = (language && byLanguage.get(language)) || plain
      const stemmed = rooted(stem, words)
      return stemmed.flatMap((first, i) =>
        byStems.has(first)
          ? [...Array(LONGEST_PHRASE).keys()]
              .filter((more) => i + more < stemmed.length)
              .flatMap((more) => byStems.get(stemmed.slice(i, i + more + 1).join(" ")) ?? [])
          : [],
      )
    },
  }
}
