import { expect, test } from "vitest"
import { fold, formsOf, termsOf, wordsIn } from "./words.ts"

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
])("%s is found as %s", (word, folded) => {
  expect(fold(word)).toBe(folded)
})

test("marks may be letters of their own, as some keyboards send them", () => {
  expect(fold("Rīgas")).toBe(fold("Rīgas".normalize("NFD")))
})

test("hangul is found while its last syllable is being typed", () => {
  expect(fold("방탄").startsWith(fold("바"))).toBe(true)
})

test("a text is taken apart into words, apostrophes within them", () => {
  const text = "Rīga's 2NE1, (G)I-DLE!"
  expect(wordsIn(text).map(({ folded }) => folded)).toEqual(["rigas", "2ne1", "g", "i", "dle"])
  expect(wordsIn(text).map(({ start, end }) => text.slice(start, end))[0]).toBe("Rīga's")
})

test("a query asks for each word once, and for nothing when it has none", () => {
  expect(termsOf("Rīga rīga dejo")).toEqual(["riga", "dejo"])
  expect(termsOf(" — !")).toEqual([])
})

test.each([
  ["6. decembrī", ["6", "decembri"]],
  ["06.12.", ["6", "#m12"]],
  ["6/12 Rīga", ["6", "#m12", "riga"]],
  ["06.12.2026", ["6", "#m12", "2026"]],
  ["2026-12-06", ["6", "#m12", "2026"]],
  ["99.99", ["99"]],
  ["06 dec", ["6", "dec"]],
])("a day is asked for by its number and its month: %s", (query, terms) => {
  expect(termsOf(query)).toEqual(terms)
})

test("Cyrillic is also looked for in Latin letters, as the names of places and teams here are", () => {
  expect(termsOf("Рига Вильнюс dance").map(formsOf)).toEqual([
    ["рига", "riga"],
    ["вильнюс", "vilnus", "vilnius"],
    ["dance"],
  ])
  expect(formsOf("ъ")).toEqual(["ъ"])
  const names = "Жайбас Юрас Мигла Пыхьятяхт Звайгзнес Лиепая Вильянди Пярну"
  expect(termsOf(names).map((term) => formsOf(term)[1])).toEqual(
    "zaibas juras migla pohjataht zvaigznes liepaja viljandi parnu".split(" "),
  )
})
