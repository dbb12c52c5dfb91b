import { expect, test } from "vitest"
import { LEVEL, posting, type WordPart } from "../../features/search/index-format.ts"
import { reversed } from "../../features/search/near.ts"
import type { Findable, IndexedEntry } from "./entries.ts"
import { dayKeys, loadKeys } from "./keys.ts"
import { searchIndex } from "./make-index.ts"

const entry = (title: string, text = "", more: Partial<IndexedEntry> = {}): Findable => ({
  mark: title,
  make: () => ({ path: "/", title, text, ...more }),
})

const keys = await loadKeys()

const indexOf = (...entries: Findable[]) =>
  searchIndex(
    [
      { kind: "news", language: "lv", entries },
      { kind: "team", language: null, entries: [entry("Žaibas", "Rīga constructor")] },
    ],
    keys,
  )

const wordsOf = ({ wordParts }: Awaited<ReturnType<typeof indexOf>>): WordPart =>
  Object.assign({}, ...wordParts.map((part) => JSON.parse(part)))

test("words lead to entries by number, and tell a title from a text", async () => {
  const words = wordsOf(await indexOf(entry("Rīga", "Rīga dejo"), entry("Dejas")))
  expect(words.riga).toEqual([posting(0, LEVEL.title), posting(2, LEVEL.text), "#riga"])
  expect(words.dejo).toEqual([posting(0, LEVEL.text)])
  expect(words.dejas).toEqual([posting(1, LEVEL.title)])
  expect(words.zaibas).toEqual([posting(2, LEVEL.title)])
  expect(words.constructor).toEqual([posting(2, LEVEL.text)])
})

test("a word that is often in a text says more of it than one that is there once", async () => {
  const { deja, soli } = wordsOf(await indexOf(entry("A", "deja soli deja deja")))
  expect([deja, soli]).toEqual([[posting(0, LEVEL.often)], [posting(0, LEVEL.text)]])
})

test("a place is found by its name in every language, whichever form the text has", async () => {
  const words = wordsOf(await indexOf(entry("Kur mēģināt Rīgā")))
  expect(words["#riga"]).toEqual([posting(0, LEVEL.title), posting(1, LEVEL.text)])
  for (const name of ["riga", "riia", "ryga", "рига"]) expect(words[name]).toContain("#riga")
  expect(words["tallinna"]).toBeUndefined()
})

test("several words may be one thing, and its short name another", async () => {
  const words = wordsOf(await indexOf(entry("A", "Nāc uz random play dance!")))
  expect(words["#rpd"]).toEqual([posting(0, LEVEL.text)])
  expect(words["rpd"]).toEqual(["#rpd"])
  expect(words["randomplaydance"]).toEqual(["#rpd"])
})

test("an event is found by its days, their months by name in every language", async () => {
  const [start, end] = ["2026-12-31T20:00:00Z", "2027-01-01T01:00:00Z"]
  const words = wordsOf(await indexOf(entry("A", "", { keys: dayKeys(start, end, "Europe/Riga") })))
  const first = [posting(0, LEVEL.title)]
  for (const word of ["31", "1", "2026", "2027", "#m12", "#m1"]) expect(words[word]).toEqual(first)
  for (const name of ["december", "decembris", "detsember", "gruodis", "gruodzio", "декабря"]) {
    expect(words[name], name).toContain("#m12")
  }
})

test("a name in Cyrillic, or with a hyphen, is also found as it is typed", async () => {
  const words = wordsOf(await indexOf(entry("D-PILS", "K-pop"), entry("Звезда")))
  for (const word of ["dpils", "zvezda"]) expect(words[word]).toHaveLength(1)
})

test("every longer word can be looked up from behind", async () => {
  const { endParts, firstEnds } = await indexOf(entry("Zvaigznes"))
  const ends = endParts.flatMap((part): string[] => JSON.parse(part))
  expect(ends).toContain(reversed("zvaigznes"))
  expect(ends).toEqual([...ends].sort())
  expect(firstEnds[0]).toBe(ends[0])
})

test("what an entry is found by beside its words is not shown", async () => {
  const [part] = (await indexOf(entry("A", "", { keys: ["#event"] }))).entryParts
  expect(JSON.stringify(await part?.())).not.toContain("#event")
})

test("a large index is cut into parts, each begun by the word that the manifest names", async () => {
  const many = Array.from({ length: 400 }, (_, i) =>
    entry(
      `Title ${i}`,
      Array.from({ length: 40 }, (_, j) => `word${(i * 40 + j) % 5000}`).join(" "),
    ),
  )
  const index = await indexOf(...many)
  expect(index.wordParts.length).toBeGreaterThan(3)
  const starts = index.wordParts.map((part) => Object.keys(JSON.parse(part)).sort()[0])
  expect(index.firstWords).toEqual(starts)
  expect(index.firstWords).toEqual([...index.firstWords].sort())
  for (const part of index.wordParts) expect(part.length).toBeLessThan(40_000)
  expect(index.entryParts).toHaveLength(Math.ceil(401 / 4))
})

test("the folder's name changes with what is in it, and only then", async () => {
  const { folder } = await indexOf(entry("Rīga", "dejo"))
  expect((await indexOf(entry("Rīga", "dejo"))).folder).toBe(folder)
  expect((await indexOf(entry("Rīga", "Dejo"))).folder).not.toBe(folder)
})
