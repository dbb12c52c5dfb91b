import { expect, test } from "vitest"
import { legalParts } from "./legal-parts.ts"

test("a text is taken apart at its links, in whatever order a language has them", () => {
  expect(legalParts("After <privacy>the policy</privacy>, also <terms>the terms</terms>.")).toEqual(
    [
      { text: "After ", page: null },
      { text: "the policy", page: "privacy" },
      { text: ", also ", page: null },
      { text: "the terms", page: "terms" },
      { text: ".", page: null },
    ],
  )
})

test("a text may be nothing but a link, or have none", () => {
  expect(legalParts("<terms>Terms</terms>")).toEqual([{ text: "Terms", page: "terms" }])
  expect(legalParts("1 < 2 > 1")).toEqual([{ text: "1 < 2 > 1", page: null }])
})

test("a tag that is not known stays text", () => {
  expect(legalParts("<b>bold</b>")).toEqual([{ text: "<b>bold</b>", page: null }])
})
