import { expect, test } from "vitest"
import { findWords, fold, listSpellings, splitIntoTerms } from "./words.ts"

test.each([
  ["Rīgas", "rigas"],
  ["ŠĶĒRŠĻŅĢŽČ", "skerslngzc"],
  ["Põhjatäht", "pohjataht"],
  ["öösel", "oosel"],
  ["Žaibas", "zaibas"],
  ["ąčęėįšųūž", "aceeisuuz"],
  ["Ещё", "еще"],
  ["йога", "йога"],
  ["Łódź", "lodz"],
])("%s is folded to %s", (word, folded) => {
  expect(fold(word)).toBe(folded)
})

test("decomposed and composed letters are folded alike", () => {
  expect(fold("Rīgas")).toBe(fold("Rīgas".normalize("NFD")))
})

test("an incomplete Hangul syllable matches the complete syllable", () => {
  expect(fold("방탄").startsWith(fold("바"))).toBe(true)
})

test("a word may contain digits and apostrophes, but no other punctuation", () => {
  const text = "Rīga's 2NE1, (G)I-DLE!"
  expect(findWords(text).map(({ folded }) => folded)).toEqual(["rigas", "2ne1", "g", "i", "dle"])
  expect(findWords(text).map(({ start, end }) => text.slice(start, end))[0]).toBe("Rīga's")
})

test("repeated words of a query become one term, and punctuation is ignored", () => {
  expect(splitIntoTerms("Rīga rīga dejo")).toEqual(["riga", "dejo"])
  expect(splitIntoTerms(" — !")).toEqual([])
})

test.each([
  ["06.12.", ["6", "#m12"]],
  ["6/12 Rīga", ["6", "#m12", "riga"]],
  ["06.12.2026", ["6", "#m12", "2026"]],
  ["2026-12-06", ["6", "#m12", "2026"]],
])("the numeric date in %j becomes its day, the key of its month, and its year", (query, terms) => {
  expect(splitIntoTerms(query)).toEqual(terms)
})

test.each([
  ["6. decembrī", ["6", "decembri"]],
  ["06 dec", ["6", "dec"]],
  ["99.99", ["99"]],
])("%j contains no numeric date, so its words become terms", (query, terms) => {
  expect(splitIntoTerms(query)).toEqual(terms)
})

test("Cyrillic terms are also searched in Latin letters", () => {
  expect(splitIntoTerms("Рига Вильнюс dance").map(listSpellings)).toEqual([
    ["рига", "riga"],
    ["вильнюс", "vilnus", "vilnius"],
    ["dance"],
  ])
  const names = "Жайбас Юрас Мигла Пыхьятяхт Звайгзнес Лиепая Вильянди Пярну"
  expect(splitIntoTerms(names).map((term) => listSpellings(term)[1])).toEqual(
    "zaibas juras migla pohjataht zvaigznes liepaja viljandi parnu".split(" "),
  )
})

test("a Cyrillic term whose letters have no Latin equivalent has one spelling", () => {
  expect(listSpellings("ъ")).toEqual(["ъ"])
})
