import { expect, test } from "vitest"
import {
  ENTRIES_PER_PART,
  LEVEL,
  packPosting,
  type WordPart,
} from "../../features/search/index-format.ts"
import { reverseWord } from "../../features/search/near.ts"
import type { EntryFactory, IndexedEntry } from "./entries.ts"
import { listDayKeys, loadKeys } from "./keys.ts"
import { makeIndex } from "./make-index.ts"

const makeEntry =
  (title: string, text = "", changes: Partial<IndexedEntry> = {}): EntryFactory =>
  () => ({ path: "/", title, text, ...changes })

const keys = await loadKeys()

const makeTestIndex = (...entries: EntryFactory[]) =>
  makeIndex(
    [
      { kind: "news", language: "lv", entries },
      { kind: "team", language: null, entries: [makeEntry("Žaibas", "Rīga constructor")] },
    ],
    keys,
  )

const mergeWordParts = ({ wordParts }: Awaited<ReturnType<typeof makeTestIndex>>): WordPart =>
  Object.assign({}, ...wordParts.map((part) => JSON.parse(part)))

test("each word has the numbers of its entries, with its level in each entry", async () => {
  const words = mergeWordParts(
    await makeTestIndex(makeEntry("Rīga", "Rīga dejo"), makeEntry("Dejas")),
  )
  expect(words.riga).toEqual([packPosting(0, LEVEL.title), packPosting(2, LEVEL.text), "#riga"])
  expect(words.dejo).toEqual([packPosting(0, LEVEL.text)])
  expect(words.dejas).toEqual([packPosting(1, LEVEL.title)])
  expect(words.zaibas).toEqual([packPosting(2, LEVEL.title)])
})

test("a word that is the name of a JavaScript property is indexed", async () => {
  const words = mergeWordParts(await makeTestIndex())
  expect(words.constructor).toEqual([packPosting(0, LEVEL.text)])
})

test("a word that is frequent in a text has a higher level", async () => {
  const { deja, soli } = mergeWordParts(await makeTestIndex(makeEntry("A", "deja soli deja deja")))
  expect([deja, soli]).toEqual([[packPosting(0, LEVEL.often)], [packPosting(0, LEVEL.text)]])
})

test("an inflected name of a town and the town's names in other languages have the same key", async () => {
  const words = mergeWordParts(await makeTestIndex(makeEntry("Kur mēģināt Rīgā")))
  expect(words["#riga"]).toEqual([packPosting(0, LEVEL.title), packPosting(1, LEVEL.text)])
  for (const name of ["riga", "riia", "ryga", "рига"]) expect(words[name]).toContain("#riga")
  expect(words["tallinna"], "a town without an entry").toBeUndefined()
})

test("a phrase and its abbreviation have the same key", async () => {
  const words = mergeWordParts(await makeTestIndex(makeEntry("A", "Nāc uz random play dance!")))
  expect(words["#rpd"]).toEqual([packPosting(0, LEVEL.text)])
  expect(words["rpd"]).toEqual(["#rpd"])
  expect(words["randomplaydance"]).toEqual(["#rpd"])
})

test("an event is found by its days and by the names of their months in every language", async () => {
  const [start, end] = ["2026-12-31T20:00:00Z", "2027-01-01T01:00:00Z"]
  const words = mergeWordParts(
    await makeTestIndex(makeEntry("A", "", { titleTerms: listDayKeys(start, end, "Europe/Riga") })),
  )
  const first = [packPosting(0, LEVEL.title)]
  for (const word of ["31", "1", "2026", "2027", "#m12", "#m1"]) expect(words[word]).toEqual(first)
  for (const name of ["december", "decembris", "detsember", "gruodis", "gruodzio", "декабря"]) {
    expect(words[name], name).toContain("#m12")
  }
})

test("the words of a title are also found without hyphens and in Latin letters", async () => {
  const words = mergeWordParts(
    await makeTestIndex(makeEntry("D-PILS", "K-pop"), makeEntry("Звезда")),
  )
  for (const word of ["dpils", "zvezda"]) expect(words[word]).toHaveLength(1)
})

test("longer words are also indexed with their letters in reverse order, in sorted parts", async () => {
  const { reversedParts, firstReversed } = await makeTestIndex(makeEntry("Zvaigznes"))
  const reversedWords = reversedParts.flatMap((part): string[] => JSON.parse(part))
  expect(reversedWords).toContain(reverseWord("zvaigznes"))
  expect(reversedWords).toEqual([...reversedWords].sort())
  expect(firstReversed[0]).toBe(reversedWords[0])
})

test("the published entries do not contain their title terms", async () => {
  const [part] = (await makeTestIndex(makeEntry("A", "", { titleTerms: ["#event"] }))).entryParts
  expect(JSON.stringify(await part?.())).not.toContain("#event")
})

test("a large index is divided into small parts, and lists the first word of each part", async () => {
  const entries = Array.from({ length: 400 }, (_, i) =>
    makeEntry(
      `Title ${i}`,
      Array.from({ length: 40 }, (_, j) => `word${(i * 40 + j) % 5000}`).join(" "),
    ),
  )
  const index = await makeTestIndex(...entries)
  expect(index.wordParts.length).toBeGreaterThan(3)
  const starts = index.wordParts.map((part) => Object.keys(JSON.parse(part)).sort()[0])
  expect(index.firstWords).toEqual(starts)
  expect(index.firstWords).toEqual([...index.firstWords].sort())
  for (const part of index.wordParts) expect(part.length).toBeLessThan(40_000)
  const entryCount = entries.length + 1 // the articles and the team
  expect(index.entryParts).toHaveLength(Math.ceil(entryCount / ENTRIES_PER_PART))
})

test("the folder's name changes only with the content", async () => {
  const { folder } = await makeTestIndex(makeEntry("Rīga", "dejo"))
  expect((await makeTestIndex(makeEntry("Rīga", "dejo"))).folder).toBe(folder)
  expect((await makeTestIndex(makeEntry("Rīga", "Dejo"))).folder).not.toBe(folder)
})
