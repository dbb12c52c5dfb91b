import { expect, test } from "vitest"
import { makeArticle } from "./fixtures.ts"
import { news } from "./news.ts"

const values = (changes: object = {}) => ({
  ...news.valuesOf(makeArticle({ country: "lv", excerpt: "Short" })),
  ...changes,
})

test("the form holds an article without nulls, and sends them again", () => {
  const blank = news.valuesOf(makeArticle())
  expect(blank).toMatchObject({ excerpt: "", country: "" })
  expect(news.check(blank)).toMatchObject({ ok: true, body: { excerpt: null, country: null } })
})

test("what the form may not send is named by field", () => {
  expect(news.check(values({ title: " ", slug: "A b" }))).toMatchObject({
    failure: { code: "invalid", errors: { title: "required", slug: "invalid_slug" } },
  })
  expect(news.check(values({ slug: "new" }))).toMatchObject({
    failure: { errors: { slug: "reserved_slug" } },
  })
  expect(news.check(values({ content: "ā".repeat(200_001) }))).toMatchObject({
    failure: { errors: { content: "too_long" } },
  })
})

test("a kept draft is read as long as it fits the form", () => {
  expect(news.readValues(JSON.parse(JSON.stringify(values())))).toEqual(values())
  expect(news.readValues({ ...values(), language: "fi" })).toBeNull()
  expect(news.readValues({ title: "only" })).toBeNull()
})

test.each([
  [null, false, "created"],
  [null, true, "published"],
  [false, true, "published"],
  [false, false, "draftUpdated"],
  [true, true, "updated"],
  [true, false, "unpublished"],
])("a save from published: %s to %s says %s", (before, after, name) => {
  const item = before === null ? null : makeArticle({ is_published: before })
  expect(news.savedMessage(item, makeArticle({ is_published: after })).title).toBe(
    `admin:news.saved.${name}.title`,
  )
})

test("every field of the form can be compared", () => {
  expect(news.compared.map(({ name }) => name).sort()).toEqual(Object.keys(values()).sort())
})
