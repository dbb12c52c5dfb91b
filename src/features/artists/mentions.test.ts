import { expect, test } from "vitest"
import { createMentionFinder } from "./mentions.ts"

const isMentioned = (
  name: string,
  text: string,
  aliases: string[] = [],
  hangul: string | null = null,
) => createMentionFinder({ name, hangul, aliases })(text)

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
])("whether the artist %s is mentioned in %j: %s", (name, text, expected) => {
  expect(isMentioned(name, text)).toBe(expected)
})

test("a text mentions an artist by another spelling or by the Hangul name", () => {
  expect(isMentioned("BTS", "방탄소년단 in Vilnius", [], "방탄소년단")).toBe(true)
  expect(isMentioned("TOMORROW X TOGETHER", "TXT come to Tallinn", ["TXT"])).toBe(true)
})
