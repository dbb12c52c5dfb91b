import { expect, test } from "vitest"
import { makeArticle } from "./fixtures.ts"
import { getChangesForTitle, getSlugHint } from "./slug-field.ts"

test("the slug of a new article follows its title", () => {
  expect(getChangesForTitle(null, { title: "", slug: "" }, "Rīgas nakts")).toEqual({
    title: "Rīgas nakts",
    slug: "rigas-nakts",
  })
  expect(getChangesForTitle(null, { title: "Rīga", slug: "riga" }, "Rīgas")).toMatchObject({
    slug: "rigas",
  })
})

test("a slug typed by hand follows the title only after the slug was emptied", () => {
  expect(getChangesForTitle(null, { title: "Rīga", slug: "mine" }, "Rīgas")).toEqual({
    title: "Rīgas",
  })
  expect(getChangesForTitle(null, { title: "Rīga", slug: "" }, "Rīgas")).toMatchObject({
    slug: "rigas",
  })
})

test("an article that was published keeps its slug", () => {
  const publishedArticle = makeArticle({ published_at: "2026-01-02T10:00:00.000Z" })
  expect(getChangesForTitle(publishedArticle, { title: "First", slug: "first" }, "Second")).toEqual(
    {
      title: "Second",
    },
  )
  expect(
    getChangesForTitle(makeArticle(), { title: "First", slug: "first" }, "Second"),
  ).toMatchObject({
    slug: "second",
  })
})

test("the hint shows the article's URL, or warns about an empty or changed slug", () => {
  expect(getSlugHint(null, { title: "", slug: "" })).toBe("slugEmpty")
  expect(getSlugHint(null, { title: "✨", slug: "" })).toBe("slugUnwritable")
  expect(getSlugHint(null, { title: "A", slug: "a" })).toBe("url")
  expect(getSlugHint(null, { title: "A", slug: "A b" })).toBe("none")
  const publishedArticle = makeArticle({
    is_published: true,
    published_at: "2026-01-02T10:00:00.000Z",
  })
  expect(getSlugHint(publishedArticle, { title: "First", slug: "other" })).toBe("slugMoves")
})
