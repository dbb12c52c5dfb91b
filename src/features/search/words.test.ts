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
  ["йога", "иога"],
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

test("Cyrillic is also looked for in Latin letters, as the names of places here are", () => {
  expect(termsOf("Рига Вильнюс dance").map(formsOf)).toEqual([
    ["рига", "riga"],
    ["вильнюс", "vilnius"],
    ["dance"],
  ])
  expect(formsOf("ъ")).toEqual(["ъ"])
})
