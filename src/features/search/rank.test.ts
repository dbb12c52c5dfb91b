import { expect, test } from "vitest"
import { type Group, LEVEL, posting, type WordPart } from "./index-format.ts"
import {
  addAnswers,
  grouped,
  likenessTo,
  matches,
  nearnessTo,
  noAnswer,
  partsFor,
  worthShowing,
} from "./rank.ts"
import { stem } from "./stem-lv.ts"

const likeness = (term: string, word: string) => likenessTo(term, stem)(word)

test("the word itself answers best, then its beginning, then another form of it, then what is alike", () => {
  const order = [
    likeness("koncerts", "koncerts"),
    likeness("koncert", "koncerts"),
    likeness("koncerts", "koncerta"),
    likeness("koncerts", "koncertzale"),
  ]
  expect(order).toEqual(order.toSorted((a, b) => b - a))
  expect(new Set(order).size).toBe(4)
  expect(Math.min(...order)).toBeGreaterThan(0)
})

test.each([
  ["rig", "tuvu"],
  ["dejo", "diena"],
  ["koncerts", "koncertzalespavilions"],
  ["a", "andris"],
  ["12", "120"],
  ["#m1", "#m12"],
])("%s is not answered by %s", (term, word) => {
  expect(likeness(term, word)).toBe(0)
})

test("a word with an error in it is near, in another form too; a short one is another word", () => {
  const near = nearnessTo("photocrad", stem)
  expect(near?.("photocard")).toBeGreaterThan(0)
  expect(near?.("photocards")).toBeGreaterThan(0)
  expect(near?.("photo")).toBe(0)
  expect(nearnessTo("zvaigzdnem", stem)?.("zvaigznes")).toBeGreaterThan(0)
  expect(nearnessTo("deja", stem)).toBeNull()
  expect(nearnessTo("20261", stem)).toBeNull()
})

test("the parts that may hold a term's forms, and few for a short one", () => {
  const first = ["a", "konc", "koncertam", "m", "ri", "rig"]
  expect(partsFor(["koncer"], first)).toEqual([1, 2])
  expect(partsFor(["abba"], first)).toEqual([0])
  expect(partsFor(["zz"], first)).toEqual([5])
  expect(partsFor(["rig", "ri"], first)).toEqual([5, 4])
  expect(partsFor(["ko"], ["ka", "ko1", "ko2", "ko3", "ko4", "ko5"])).toHaveLength(4)
})

/** Of an index that has all entries. */
const placed = (words: WordPart) => ({ words, places: [0, 1, 2, 3, 4] })

test("a title counts more than what is often in a text, and that more than what is there once", () => {
  const answer = noAnswer()
  const riga = [posting(1, LEVEL.text), posting(2, LEVEL.often), posting(3, LEVEL.title)]
  addAnswers(answer, [placed({ riga, tuvu: [posting(4, LEVEL.title)] })], (word) =>
    word === "riga" ? 1 : 0,
  )
  const { entries, words } = answer
  expect([...entries.keys()]).toEqual([1, 2, 3])
  expect([...entries.values()]).toEqual([...entries.values()].toSorted((a, b) => a - b))
  expect([...words]).toEqual(["riga"])
})

test("a word that only what is gone has is no answer", () => {
  const answer = noAnswer()
  addAnswers(answer, [{ words: { riga: [posting(1, LEVEL.text)] }, places: [0] }], () => 1)
  expect(answer).toEqual(noAnswer())
})

test("what a word stands for is the same in all its forms", () => {
  const answer = noAnswer()
  const part = placed({ ryga: [posting(1, LEVEL.text), "#riga"] })
  addAnswers(answer, [part], likenessTo("rygas", stem))
  expect(answer.keys).toEqual(new Map([["#riga", 1]]))
})

const entriesOf = (hits: { entry: number }[]) => hits.map(({ entry }) => entry).sort()

test("an entry answers every term", () => {
  const [dance, riga] = [
    new Map([
      [0, 1],
      [1, 5],
      [2, 1],
    ]),
    new Map([
      [1, 1],
      [2, 1],
      [3, 0.7],
    ]),
  ]
  const hits = matches([dance, riga], 100)
  expect(entriesOf(hits)).toEqual([1, 2])
  expect(hits.find(({ entry }) => entry === 1)?.score).toBeGreaterThan(
    hits.find(({ entry }) => entry === 2)?.score ?? 0,
  )
})

test("it may lack what nothing answers, what most entries have, and what the others make up for", () => {
  const kell = new Map([[7, 5]])
  expect(entriesOf(matches([kell, new Map()], 100))).toEqual([7])
  const most = new Map(Array.from({ length: 60 }, (_, i) => [i + 10, 1]))
  expect(entriesOf(matches([kell, most], 100))).toContain(7)
  const [team, town] = [new Map([[1, 5]]), new Map([[1, 5]])]
  const dance = new Map([[2, 1]])
  for (const one of [team, town]) one.set(2, 1)
  expect(entriesOf(matches([dance, team, town], 100))).toEqual([1, 2])
})

test("when no entry answers all, those that answer most of it do", () => {
  const hits = matches([new Map([[1, 5]]), new Map([[1, 5]]), new Map([[2, 1]])], 100)
  expect(entriesOf(hits)).toEqual([1])
})

test("beside strong hits weak ones wait until more are asked for, two of them aside", () => {
  const hits = [9, 8, 7, 1, 1].map((score, entry) => ({ entry, score }))
  expect(worthShowing(hits, 4)).toBe(3)
  expect(worthShowing(hits.slice(2), 4)).toBe(2)
  expect(worthShowing(hits.slice(3), 4)).toBe(2)
})

test("a reader's language comes first, and what is for readers of others not at all", () => {
  const groups: Group[] = [
    { kind: "news", language: "en", count: 1 },
    { kind: "news", language: "lv", count: 2 },
    { kind: "page", language: "en", readers: ["en", "et"], count: 1 },
    { kind: "page", language: "lv", readers: ["lv"], count: 1 },
  ]
  const hits = [0, 1, 2, 3, 4].map((entry) => ({ entry, score: entry === 0 ? 9 : 1 }))
  expect(grouped(hits, groups, "lv").map(({ kind, hits }) => [kind, entriesInOrder(hits)])).toEqual(
    [
      ["news", [1, 2, 0]],
      ["page", [4]],
    ],
  )
})

const entriesInOrder = (hits: { entry: number }[]) => hits.map(({ entry }) => entry)

test("events to come stand before those that are over, which count less beside other kinds", () => {
  const groups: Group[] = [
    { kind: "team", language: null, count: 1 },
    { kind: "event", language: null, count: 1 },
    { kind: "event", language: null, isOver: true, count: 1 },
  ]
  const hits = [
    { entry: 0, score: 3 },
    { entry: 1, score: 1 },
    { entry: 2, score: 5 },
  ]
  expect(grouped(hits, groups, "en").map(({ kind, hits }) => [kind, entriesInOrder(hits)])).toEqual(
    [
      ["team", [0]],
      ["event", [1, 2]],
    ],
  )
})
