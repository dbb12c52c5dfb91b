import { expect, test } from "vitest"
import { halves, isNear, isNearStart, reversed } from "./near.ts"

test.each([
  ["photocard", "photocrad"],
  ["photocard", "photocad"],
  ["photocard", "photoccard"],
  ["photocard", "photokard"],
  ["photocard", "hpotocard"],
  ["photocard", "photocadr"],
  ["лайтстик", "лайтсик"],
])("%s is near %s", (a, b) => {
  expect(isNear(a, b)).toBe(true)
  expect(isNear(b, a)).toBe(true)
})

test.each([
  ["photocard", "photodrac"],
  ["photocard", "photo"],
  ["league", "legue2"],
  ["abcde", "badce"],
])("%s is not near %s", (a, b) => {
  expect(isNear(a, b)).toBe(false)
})

test("a word that begins with an error in it is near too", () => {
  expect(isNearStart("photocrad", "photocards")).toBe(true)
  expect(isNearStart("laitsik", "laitstikiem")).toBe(true)
  expect(isNearStart("laitsik", "laime")).toBe(false)
})

test("whatever the error, one half of a word is as it was", () => {
  const word = "zvaigzne"
  const letters = [...word]
  const errors = letters.flatMap((letter, i) => [
    word.slice(0, i) + word.slice(i + 1),
    `${word.slice(0, i)}x${word.slice(i)}`,
    `${word.slice(0, i)}x${word.slice(i + 1)}`,
    word.slice(0, i) + (letters[i + 1] ?? "") + letter + word.slice(i + 2),
  ])
  for (const error of errors) {
    const { start, end } = halves(error)
    expect(word.startsWith(start) || word.endsWith(end), error).toBe(true)
  }
})

test("a word is read from behind by its letters", () => {
  expect(reversed("rīga")).toBe("agīr")
})
