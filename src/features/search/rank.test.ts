import { expect, test } from "vitest"
import type { Group } from "./index-format.ts"
import { likeness } from "./likeness.ts"
import { grouped, matches, partsFor } from "./rank.ts"

test("the word itself answers best, then its beginning, then another form of it", () => {
  const [itself, beginning, form] = [
    likeness("koncerts", "koncerts"),
    likeness("koncert", "koncerts"),
    likeness("koncerts", "koncerta"),
  ]
  expect(itself).toBeGreaterThan(beginning)
  expect(beginning).toBeGreaterThan(form)
  expect(form).toBeGreaterThan(0)
})

test.each([
  ["rig", "tuvu"],
  ["dejo", "deja"],
  ["koncerts", "koncertzalespavilions"],
  ["a", "andris"],
])("%s is not answered by %s", (term, word) => {
  expect(likeness(term, word)).toBe(0)
})

test("the parts that may hold a term's forms, and few for a short one", () => {
  const first = ["a", "konc", "koncertam", "m", "ri", "rig"]
  expect(partsFor("koncerti", first)).toEqual([1, 2])
  expect(partsFor("abba", first)).toEqual([0])
  expect(partsFor("zz", first)).toEqual([5])
  expect(partsFor("ko", ["ka", "ko1", "ko2", "ko3", "ko4", "ko5"])).toHaveLength(4)
})

test("an entry answers every term, and a title counts more", () => {
  const dance = { dance: [0, 3, 4] }
  const riga = { riga: [2, 4], rigas: [7] }
  const hits = matches([[{ term: "dance", parts: [dance] }], [{ term: "riga", parts: [riga] }]])
  expect(hits.map(({ entry }) => entry).sort()).toEqual([1, 2])
  const [first, second] = hits.sort((a, b) => b.score - a.score)
  expect(first?.entry).toBe(1)
  expect(first?.score).toBeGreaterThan(second?.score ?? 0)
})

test("a term may be answered in any of its forms, by the best of them", () => {
  const hits = matches([
    [
      { term: "рига", parts: [{ рига: [0, 2] }] },
      { term: "riga", parts: [{ riga: [3, 4] }] },
    ],
  ])
  expect(hits.map(({ entry }) => entry).sort()).toEqual([0, 1, 2])
  expect(hits.find(({ entry }) => entry === 1)?.score).toBeGreaterThan(1)
})

test("a reader's language comes first, and pages in other languages not at all", () => {
  const groups: Group[] = [
    { kind: "news", language: "en", count: 1 },
    { kind: "news", language: "lv", count: 2 },
    { kind: "page", language: "en", count: 1 },
    { kind: "page", language: "lv", count: 1 },
  ]
  const hits = [0, 1, 2, 3, 4].map((entry) => ({ entry, score: entry === 0 ? 9 : 1 }))
  expect(
    grouped(hits, groups, "lv").map(({ kind, hits }) => [kind, hits.map(({ entry }) => entry)]),
  ).toEqual([
    ["news", [1, 2, 0]],
    ["page", [4]],
  ])
})
