import { expect, test } from "vitest"
import { makeArticle } from "./fixtures.ts"
import { retitled, slugHint } from "./slug-field.ts"

test("the address follows the title of something new", () => {
  expect(retitled(null, { title: "", slug: "" }, "Rīgas nakts")).toEqual({
    title: "Rīgas nakts",
    slug: "rigas-nakts",
  })
  expect(retitled(null, { title: "Rīga", slug: "riga" }, "Rīgas")).toMatchObject({ slug: "rigas" })
})

test("once written by hand it stays, until it is emptied", () => {
  expect(retitled(null, { title: "Rīga", slug: "mine" }, "Rīgas")).toEqual({ title: "Rīgas" })
  expect(retitled(null, { title: "Rīga", slug: "" }, "Rīgas")).toMatchObject({ slug: "rigas" })
})

test("what has been published keeps its address", () => {
  const published = makeArticle({ published_at: "2026-01-02T10:00:00.000Z" })
  expect(retitled(published, { title: "First", slug: "first" }, "Second")).toEqual({
    title: "Second",
  })
  expect(retitled(makeArticle(), { title: "First", slug: "first" }, "Second")).toMatchObject({
    slug: "second",
  })
})

test("the hint says what the address needs", () => {
  expect(slugHint(null, { title: "", slug: "" })).toBe("slugEmpty")
  expect(slugHint(null, { title: "✨", slug: "" })).toBe("slugUnwritable")
  expect(slugHint(null, { title: "A", slug: "a" })).toBe("address")
  expect(slugHint(null, { title: "A", slug: "A b" })).toBe("none")
  const published = makeArticle({ is_published: true, published_at: "2026-01-02T10:00:00.000Z" })
  expect(slugHint(published, { title: "First", slug: "other" })).toBe("slugMoves")
})
