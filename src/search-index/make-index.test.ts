import { expect, test } from "vitest"
import type { Entry } from "../features/search/index-format.ts"
import { searchIndex } from "./make-index.ts"
import { plainHtml } from "./plain-html.ts"

const entry =
  (title: string, text = "") =>
  (): Entry => ({ path: `/${title}`, title, text })

const indexOf = (...entries: (() => Entry)[]) =>
  searchIndex([
    { kind: "news", language: "lv", entries },
    { kind: "team", language: null, entries: [entry("Žaibas", "Rīga constructor")] },
  ])

const wordsOf = ({ wordParts }: ReturnType<typeof indexOf>): Record<string, number[]> =>
  Object.assign({}, ...wordParts.map((part) => JSON.parse(part)))

test("words lead to entries by number, and tell a title from a text", () => {
  const words = wordsOf(indexOf(entry("Rīga", "Rīga dejo"), entry("Dejas")))
  expect(words.riga).toEqual([1, 4])
  expect(words.dejo).toEqual([0])
  expect(words.dejas).toEqual([3])
  expect(words.zaibas).toEqual([5])
  expect(words.constructor).toEqual([4])
})

test("a large index is cut into parts, each begun by the word that the manifest names", () => {
  const many = Array.from({ length: 400 }, (_, i) =>
    entry(
      `Title ${i}`,
      Array.from({ length: 40 }, (_, j) => `word${(i * 40 + j) % 5000}`).join(" "),
    ),
  )
  const index = indexOf(...many)
  expect(index.wordParts.length).toBeGreaterThan(3)
  const starts = index.wordParts.map((part) => Object.keys(JSON.parse(part)).sort()[0])
  expect(index.firstWords).toEqual(starts)
  expect(index.firstWords).toEqual([...index.firstWords].sort())
  for (const part of index.wordParts) expect(part.length).toBeLessThan(40_000)
  expect(index.entryParts).toHaveLength(Math.ceil(401 / 4))
})

test("the folder's name changes with what is in it, and only then", () => {
  const folder = indexOf(entry("Rīga", "dejo")).folder
  expect(indexOf(entry("Rīga", "dejo")).folder).toBe(folder)
  expect(indexOf(entry("Rīga", "Dejo")).folder).not.toBe(folder)
})

test("HTML is read as its text", () => {
  expect(plainHtml("<h2>A &amp; B</h2><p>one <em>t</em>wo<br>3 &lt; 4</p>")).toBe(
    "A & B one two 3 < 4",
  )
})
