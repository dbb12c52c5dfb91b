import { expect, test } from "vitest"
import { withGroup } from "./taste.ts"

test("a group is taken once, tidied, and as the sixth not at all", () => {
  expect(withGroup([], "  Le   Sserafim ")).toEqual(["Le Sserafim"])
  expect(withGroup(["aespa"], "AESPA")).toEqual(["aespa"])
  expect(withGroup(["aespa"], "  ")).toEqual(["aespa"])
  const five = ["a", "b", "c", "d", "e"]
  expect(withGroup(five, "f")).toBe(five)
})
