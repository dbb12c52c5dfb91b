import { expect, test } from "vitest"
import { getMessages } from "./messages.ts"
import { getT } from "./t.ts"

test("getMessages() returns only the texts of the requested group", () => {
  const texts = getMessages("en", ["common:toasts.signedOut"])
  expect(texts).toEqual({
    "common:toasts.signedOut.title": "Signed out",
    "common:toasts.signedOut.text": "You have been successfully signed out.",
  })
})

test("getMessages() returns all plural forms of a key", () => {
  expect(Object.keys(getMessages("en", ["home:posts.members"]))).toEqual([
    "home:posts.members_one",
    "home:posts.members_other",
  ])
})

test("values replace placeholders, and the count selects the plural form", () => {
  const t = getT("en")
  expect(t("home:posts.members", { count: 1 })).toBe("1 member")
  expect(t("news:by", { author: "Līga & Jānis" })).toBe("By Līga & Jānis")
})
