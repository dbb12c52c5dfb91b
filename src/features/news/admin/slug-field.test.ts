import { expect, test } from "vitest"
import { makeArticle } from "./fixtures.ts"
import { getChangesForTitle } from "./slug-field.ts"

test("the slug follows the title until the article is published", () => {
  const values = { title: "First", slug: "first" }
  expect(getChangesForTitle(makeArticle(), values, "Second")).toEqual({
    title: "Second",
    slug: "second",
  })
  const published = makeArticle({ published_at: "2026-01-02T10:00:00.000Z" })
  expect(getChangesForTitle(published, values, "Second")).toEqual({ title: "Second" })
})
