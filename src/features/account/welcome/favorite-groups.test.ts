import { expect, test } from "vitest"
import { withGroup } from "./favorite-groups.ts"

test("a favorite music group is trimmed and added only once, and a sixth group is ignored", () => {
  expect(withGroup([], "  Le   Sserafim ")).toEqual(["Le Sserafim"])
  expect(withGroup(["aespa"], "AESPA")).toEqual(["aespa"])
  expect(withGroup(["aespa"], "  ")).toEqual(["aespa"])
  const five = ["a", "b", "c", "d", "e"]
  expect(withGroup(five, "f")).toBe(five)
})
