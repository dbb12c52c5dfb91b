import { expect, test } from "vitest"
import { messages } from "./messages.ts"
import { getT } from "./t.ts"

test("a page's scripts get the texts of a group, and no others", () => {
  const texts = messages("en", ["common:toasts.signedOut"])
  expect(texts).toEqual({
    "common:toasts.signedOut.title": "Signed out",
    "common:toasts.signedOut.text": "You have been successfully signed out.",
  })
})

test("a key that counts brings all its forms", () => {
  expect(Object.keys(messages("en", ["home:posts.members"]))).toEqual([
    "home:posts.members_one",
    "home:posts.members_other",
  ])
})

test("pages translate with values and plurals", () => {
  const t = getT("en")
  expect(t("home:posts.members", { count: 1 })).toBe("1 member")
  expect(t("news:by", { author: "Līga & Jānis" })).toBe("By Līga & Jānis")
})
