import { expect, test } from "vitest"
import { type Group, LEVEL, packPosting } from "./index-format.ts"
import {
  addWords,
  countShownHits,
  createMatches,
  createScorer,
  createTypoScorer,
  findHits,
  findParts,
  groupHitsByKind,
} from "./rank.ts"
import { stem } from "./stem-lv.ts"

const getScore = (term: string, word: string) => createScorer(term, stem)(word)

test("the term itself scores best, before longer words, its other forms and similar words", () => {
  const order = [
    getScore("koncerts", "koncerts"),
    getScore("koncert", "koncerts"),
    getScore("koncerts", "koncerta"),
    getScore("koncerts", "koncertzale"),
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
])("the term %o does not match the word %o", (term, word) => {
  expect(getScore(term, word)).toBe(0)
})

test("one typing error is accepted in a long word, its longer words and its other forms", () => {
  const typoScore = createTypoScorer("photocrad", stem)
  expect(typoScore?.("photocard")).toBeGreaterThan(0)
  expect(typoScore?.("photocards")).toBeGreaterThan(0)
  expect(typoScore?.("photo")).toBe(0)
  expect(createTypoScorer("zvaigzdnem", stem)?.("zvaigznes")).toBeGreaterThan(0)
})

test("typing errors in short words and in numbers are not accepted", () => {
  expect(createTypoScorer("deja", stem)).toBeNull()
  expect(createTypoScorer("20261", stem)).toBeNull()
})

test("a search loads only the index parts that may contain its terms", () => {
  const firstWords = ["a", "konc", "koncertam", "m", "ri", "rig"]
  expect(findParts(["koncer"], firstWords)).toEqual([1, 2])
  expect(findParts(["abba"], firstWords)).toEqual([0])
  expect(findParts(["zz"], firstWords)).toEqual([5])
  expect(findParts(["rig", "ri"], firstWords)).toEqual([5, 4])
})

test("a search loads at most four index parts", () => {
  const firstWords = ["ka", "ko1", "ko2", "ko3", "ko4", "ko5"]
  expect(findParts(["ko"], firstWords)).toHaveLength(4)
})

test("a word scores most in a title, less if it is frequent in a text, and least if a text contains it once", () => {
  const matches = createMatches()
  const riga = [
    packPosting(1, LEVEL.text),
    packPosting(2, LEVEL.often),
    packPosting(3, LEVEL.title),
  ]
  addWords(matches, [{ riga, tuvu: [packPosting(4, LEVEL.title)] }], (word) =>
    word === "riga" ? 1 : 0,
  )
  const { entries, words } = matches
  expect([...entries.keys()]).toEqual([1, 2, 3])
  expect([...entries.values()]).toEqual([...entries.values()].toSorted((a, b) => a - b))
  expect([...words]).toEqual(["riga"])
})

test("an inflected form of a name matches the key of the name (such as #riga) with the full score", () => {
  const matches = createMatches()
  const part = { ryga: [packPosting(1, LEVEL.text), "#riga"] }
  addWords(matches, [part], createScorer("rygas", stem))
  expect(matches.keys).toEqual(new Map([["#riga", 1]]))
})

const sortEntries = (hits: { entry: number }[]) => hits.map(({ entry }) => entry).sort()

// Each map below belongs to one term and contains the term's score by entry.

test("an entry that contains every term is a hit, and scores more for better matches", () => {
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
  const hits = findHits([dance, riga], 100)
  expect(sortEntries(hits)).toEqual([1, 2])
  expect(hits.find(({ entry }) => entry === 1)?.score).toBeGreaterThan(
    hits.find(({ entry }) => entry === 2)?.score ?? 0,
  )
})

test("a term that matches no entries is ignored", () => {
  expect(sortEntries(findHits([new Map([[7, 5]]), new Map()], 100))).toEqual([7])
})

test("a term that matches most entries is optional", () => {
  const frequentTerm = new Map(Array.from({ length: 60 }, (_, i) => [i + 10, 1]))
  expect(sortEntries(findHits([new Map([[7, 5]]), frequentTerm], 100))).toContain(7)
})

test("an entry that lacks a term is a hit if no entry with all terms has a higher score", () => {
  const [team, town] = [new Map([[1, 5]]), new Map([[1, 5]])]
  const dance = new Map([[2, 1]])
  for (const entries of [team, town]) entries.set(2, 1)
  expect(sortEntries(findHits([dance, team, town], 100))).toEqual([1, 2])
})

test("when no entry has all terms, the best entries are hits", () => {
  const hits = findHits([new Map([[1, 5]]), new Map([[1, 5]]), new Map([[2, 1]])], 100)
  expect(sortEntries(hits)).toEqual([1])
})

test("at first, only the strong hits of a kind are shown, but at least two hits", () => {
  const hits = [9, 8, 7, 1, 1].map((score, entry) => ({ entry, score }))
  expect(countShownHits(hits, 4)).toBe(3)
  expect(countShownHits(hits.slice(2), 4)).toBe(2)
  expect(countShownHits(hits.slice(3), 4)).toBe(2)
})

test("texts in the page's language come first, and texts only for other locales are hidden", () => {
  const groups: Group[] = [
    { kind: "news", language: "en", count: 1 },
    { kind: "news", language: "lv", count: 2 },
    { kind: "page", language: "en", shownIn: ["en", "et"], count: 1 },
    { kind: "page", language: "lv", shownIn: ["lv"], count: 1 },
  ]
  const hits = [0, 1, 2, 3, 4].map((entry) => ({ entry, score: entry === 0 ? 9 : 1 }))
  expect(
    groupHitsByKind(hits, groups, "lv").map(({ kind, hits }) => [kind, getEntries(hits)]),
  ).toEqual([
    ["news", [1, 2, 0]],
    ["page", [4]],
  ])
})

const getEntries = (hits: { entry: number }[]) => hits.map(({ entry }) => entry)

const TEAM_AND_EVENTS: Group[] = [
  { kind: "team", language: null, count: 1 },
  { kind: "event", language: null, count: 1 },
  { kind: "event", language: null, isOver: true, count: 1 },
]

test("upcoming events come before past events with a higher score", () => {
  const hits = [
    { entry: 1, score: 1 },
    { entry: 2, score: 5 },
  ]
  const [events] = groupHitsByKind(hits, TEAM_AND_EVENTS, "en")
  expect(getEntries(events?.hits ?? [])).toEqual([1, 2])
})

test("kinds are sorted by their best hits, and the score of a past event counts half", () => {
  const hits = [
    { entry: 0, score: 3 },
    { entry: 2, score: 5 },
  ]
  const kinds = groupHitsByKind(hits, TEAM_AND_EVENTS, "en").map(({ kind }) => kind)
  expect(kinds).toEqual(["team", "event"])
})
