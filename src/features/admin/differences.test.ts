import { expect, test } from "vitest"
import { differingFields, differingLines, isSame } from "./differences.ts"

test("fields differ by value", () => {
  const article = { title: "a", cover: null, featured: false }
  expect(differingFields(article, { ...article, title: "b", featured: true })).toEqual([
    "title",
    "featured",
  ])
  expect(isSame(article, { ...article })).toBe(true)
})

test("texts share what they begin and end with", () => {
  expect(differingLines("one\ntwo\nthree", "one\n2\nthree")).toEqual([
    { start: "one", own: "two", end: "three" },
    { start: "one", own: "2", end: "three" },
  ])
})

test("an added line is the whole difference", () => {
  expect(differingLines("one\none", "one\none\none")).toEqual([
    { start: "one\none", own: "", end: "" },
    { start: "one\none", own: "one", end: "" },
  ])
})

test("texts with nothing in common differ as a whole", () => {
  expect(differingLines("a\nb", "c")).toEqual([
    { start: "", own: "a\nb", end: "" },
    { start: "", own: "c", end: "" },
  ])
})

test("of long common parts only the nearest lines are left", () => {
  expect(differingLines("1\n2\n3\nx\n4\n5\n6", "1\n2\n3\ny\n4\n5\n6")[1]).toEqual({
    start: "…\n2\n3",
    own: "y",
    end: "4\n5\n…",
  })
})
