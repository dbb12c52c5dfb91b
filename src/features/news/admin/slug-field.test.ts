import { expect, test } from "vitest"
import { makeArticle } from "./fixtures.ts"
import { changesForTitle, slugHint } from "./slug-field.ts"

test("the slug of a new article follows its title", () => {
  expect(changesForTitle(null, { title: "", slug: "" }, "Rīgas nakts")).toEqual({
    title: "Rīgas nakts",
    slug: "rigas-nakts",
  })
  expect(changesForTitle(null, { title: "Rīga", slug: "riga" }, "Rīgas")).toMatchObject({
    slug: "rigas",
  })
})

test("a slug edited by hand stays until it is emptied", () => {
  expect(changesForTitle(null, { title: "Rīga", slug: "mine" }, "Rīgas")).toEqual({
    title: "Rīgas",
  })
  expect(changesForTitle(null, { title: "Rīga", slug: "" }, "Rīgas")).toMatchObject({
    slug: "rigas",
  })
})

test("an article that was published keeps its slug", () => {
  const published = makeArticle({ published_at: "2026-01-02T10:00:00.000Z" })
  expect(changesForTitle(published, { title: "First", slug: "first" }, "Second")).toEqual({
    title: "Second",
  })
  expect(changesForTitle(makeArticle(), { title: "First", slug: "first" }, "Second")).toMatchObject(
    {
      slug: "second",
    },
  )
})

test("the hint shows the article's URL, or a warning for an empty or changed slug", () => {
  expect(slugHint(null, { title: "", slug: "" })).toBe("slugEmpty")
  expect(slugHint(null, { title: "✨", slug: "" })).toBe("slugUnwritable")
  expect(slugHint(null, { title: "A", slug: "a" })).toBe("url")
  expect(slugHint(null, { title: "A", slug: "A b" })).toBe("none")
  const published = makeArticle({ is_published: true, published_at: "2026-01-02T10:00:00.000Z" })
  expect(slugHint(published, { title: "First", slug: "other" })).toBe("slugMoves")
})
