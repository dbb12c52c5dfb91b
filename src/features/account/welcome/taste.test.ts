import { expect, test } from "vitest"
import { withGroup } from "./taste.ts"

test("a group is trimmed and added once, and a sixth group is refused", () => {
  expect(withGroup([], "  Le   Sserafim ")).toEqual(["Le Sserafim"])
  expect(withGroup(["aespa"], "AESPA")).toEqual(["aespa"])
  expect(withGroup(["aespa"], "  ")).toEqual(["aespa"])
  const five = ["a", "b", "c", "d", "e"]
  expect(withGroup(five, "f")).toBe(five)
})
