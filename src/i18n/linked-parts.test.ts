import { expect, test } from "vitest"
import { splitAtLinks } from "./linked-parts.ts"

const LINK_NAMES = ["terms", "privacy"] as const

test("a text is split at its links, in the order of the text", () => {
  const text = "After <privacy>the policy</privacy>, also <terms>the terms</terms>."
  expect(splitAtLinks(text, LINK_NAMES)).toEqual([
    { text: "After ", link: null },
    { text: "the policy", link: "privacy" },
    { text: ", also ", link: null },
    { text: "the terms", link: "terms" },
    { text: ".", link: null },
  ])
})

test("a text may consist of a link only, or have no link", () => {
  expect(splitAtLinks("<terms>Terms</terms>", LINK_NAMES)).toEqual([
    { text: "Terms", link: "terms" },
  ])
  expect(splitAtLinks("1 < 2 > 1", LINK_NAMES)).toEqual([{ text: "1 < 2 > 1", link: null }])
})

test("unknown tags stay text", () => {
  expect(splitAtLinks("<b>bold</b> <terms>Terms</terms>", LINK_NAMES)).toEqual([
    { text: "<b>bold</b> ", link: null },
    { text: "Terms", link: "terms" },
  ])
})
