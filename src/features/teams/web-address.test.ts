import { expect, test } from "vitest"
import { changedTeam, optionalUrl } from "./schema.ts"

const read = (typed: string) => {
  const parsed = optionalUrl(300).safeParse(typed)
  return parsed.success ? parsed.data : parsed.error.issues[0]?.message
}

test.each([
  ["https://kell.ee", "https://kell.ee"],
  ["http://kell.ee/x", "http://kell.ee/x"],
  ["kell.ee", "https://kell.ee"],
  [" www.instagram.com/kell ", "https://www.instagram.com/kell"],
  ["youtu.be/dQw4w9WgXcQ?t=3", "https://youtu.be/dQw4w9WgXcQ?t=3"],
  ["tõrv.ee:8080/a", "https://tõrv.ee:8080/a"],
  ["", null],
  [" ", null],
])("%j is stored as %j", (typed, stored) => {
  expect(read(typed)).toBe(stored)
})

test.each([
  "javascript:alert(1)",
  "javascript:alert.ee/",
  "JavaScript://kell.ee/%0Aalert(1)",
  "data:text/html,kell.ee",
  "mailto:kell@kell.ee",
  "kell@kell.ee",
  "//kell.ee",
  "/kell.ee",
  "ftp://kell.ee",
  "https://",
  "kell",
  "kell.ee:alert(1)",
  "our page",
  "@kell",
])("%j is no address", (typed) => {
  expect(read(typed)).toBe("invalid_url")
})

test("what is longer than it may be with its scheme is refused", () => {
  expect(read(`kell.ee/${"x".repeat(290)}`)).toBe("too_long")
})

test("a name on Instagram is an address there, and nowhere else", () => {
  const { instagram_url } = changedTeam.shape
  expect(instagram_url.parse("@kell.tallinn_")).toBe("https://www.instagram.com/kell.tallinn_")
  expect(instagram_url.parse("instagram.com/kell")).toBe("https://instagram.com/kell")
  expect(instagram_url.safeParse("@").success).toBe(false)
  expect(instagram_url.safeParse("@a/b").success).toBe(false)
  expect(changedTeam.shape.website_url.safeParse("@kell").success).toBe(false)
})
