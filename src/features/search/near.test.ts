import { expect, test } from "vitest"
import { isOneTypoApart, reverseWord, splitAroundMiddle, startsOneTypoApart } from "./near.ts"

test.each([
  ["photocard", "photocrad"],
  ["photocard", "photocad"],
  ["photocard", "photoccard"],
  ["photocard", "photokard"],
  ["photocard", "hpotocard"],
  ["photocard", "photocadr"],
  ["лайтстик", "лайтсик"],
])("%s and %s are one typing error apart", (a, b) => {
  expect(isOneTypoApart(a, b)).toBe(true)
  expect(isOneTypoApart(b, a)).toBe(true)
})

test.each([
  ["photocard", "photodrac"],
  ["photocard", "photo"],
  ["league", "legue2"],
  ["abcde", "badce"],
])("%s and %s are more than one typing error apart", (a, b) => {
  expect(isOneTypoApart(a, b)).toBe(false)
})

test("a typing error at the beginning of a longer word is accepted", () => {
  expect(startsOneTypoApart("photocrad", "photocards")).toBe(true)
  expect(startsOneTypoApart("laitsik", "laitstikiem")).toBe(true)
  expect(startsOneTypoApart("laitsik", "laime")).toBe(false)
})

test("a typing error leaves one half of the word unchanged", () => {
  const word = "zvaigzne"
  const letters = [...word]
  // At each letter: the letter is missing, extra, wrong, or swapped with the next letter.
  const errors = letters.flatMap((letter, i) => [
    word.slice(0, i) + word.slice(i + 1),
    `${word.slice(0, i)}x${word.slice(i)}`,
    `${word.slice(0, i)}x${word.slice(i + 1)}`,
    word.slice(0, i) + (letters[i + 1] ?? "") + letter + word.slice(i + 2),
  ])
  for (const error of errors) {
    const { start, end } = splitAroundMiddle(error)
    expect(word.startsWith(start) || word.endsWith(end), error).toBe(true)
  }
})

test("a word is reversed letter by letter", () => {
  expect(reverseWord("rīga")).toBe("agīr")
})
