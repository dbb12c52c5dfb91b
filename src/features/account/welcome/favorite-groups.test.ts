import { expect, test } from "vitest"
import { addGroup } from "./favorite-groups.ts"

test("a favorite music group is trimmed and added only once, and a sixth group is ignored", () => {
  expect(addGroup([], "  Le   Sserafim ")).toEqual(["Le Sserafim"])
  expect(addGroup(["aespa"], "AESPA")).toEqual(["aespa"])
  expect(addGroup(["aespa"], "  ")).toEqual(["aespa"])
  const five = ["a", "b", "c", "d", "e"]
  expect(addGroup(five, "f")).toBe(five)
})
