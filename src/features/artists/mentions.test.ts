import { expect, test } from "vitest"
import { createMentionFinder } from "./mentions.ts"

const finds = (name: string, text: string, aliases: string[] = [], hangul: string | null = null) =>
  createMentionFinder({ name, hangul, aliases })(text)

test.each([
  ["IVE", "IVE play in Riga", true],
  ["IVE", "We live here", false],
  ["IVE", "ive got a ticket", false],
  ["TWICE", "Think twice", false],
  ["TWICE", "(TWICE)", true],
  ["ROSÉ", "A song by ROSE", true],
  ["ROSÉ", "A glass of rosé", false],
  ["Stray Kids", "The stray  kids, at last", true],
  ["Stray Kids", "Stray Kidsss", false],
  ["i-dle", "We love i-dle!", true],
  ["(G)I-DLE", "The show of (G)I-DLE.", true],
])("the name %s in the text %j has the result: %s", (name, text, isFound) => {
  expect(finds(name, text)).toBe(isFound)
})

test("other spellings and Hangul are found", () => {
  expect(finds("BTS", "방탄소년단 in Vilnius", [], "방탄소년단")).toBe(true)
  expect(finds("TOMORROW X TOGETHER", "TXT come to Tallinn", ["TXT"])).toBe(true)
})
