import { expect, test, vi } from "vitest"
import * as z from "zod/mini"
import { makeArticle } from "./fixtures.ts"
import { news } from "./news.ts"

const makeValues = (overrides: object = {}) => ({
  ...news.getValues(makeArticle({ country: "lv", excerpt: "Short" })),
  ...overrides,
})

test("null is an empty string in the form, and an empty string becomes null in the request", () => {
  const blankValues = news.getValues(makeArticle())
  expect(blankValues).toMatchObject({ excerpt: "", country: "" })
  expect(news.check(blankValues)).toMatchObject({
    ok: true,
    body: { excerpt: null, country: null },
  })
})

test("each invalid value is an error of its field", () => {
  expect(news.check(makeValues({ title: " ", slug: "A b" }))).toMatchObject({
    failure: { code: "invalid", errors: { title: "required", slug: "invalid_slug" } },
  })
  expect(news.check(makeValues({ slug: "new" }))).toMatchObject({
    failure: { errors: { slug: "reserved_slug" } },
  })
  expect(news.check(makeValues({ content: "ā".repeat(200_001) }))).toMatchObject({
    failure: { errors: { content: "too_long" } },
  })
})

test("the request for a translation has no fields that belong to the original", () => {
  const original_id = "0190a0a0-0000-7000-8000-000000000002"
  const checked = news.check(makeValues({ original_id, slug: "", language: "lv" }))
  expect(checked).toMatchObject({ ok: true, body: { original_id, title: "First", language: "lv" } })
  const names = Object.keys(checked.ok ? checked.body : {})
  expect(names).not.toContain("slug")
  expect(names).not.toContain("country")
  expect(names).not.toContain("translated_from")
})

test("a stored draft is parsed only if it fits the form", () => {
  const parseDraft = (json: unknown) => z.safeParse(news.values, json).data
  expect(parseDraft(JSON.parse(JSON.stringify(makeValues())))).toEqual(makeValues())
  expect(parseDraft({ ...makeValues(), language: "fi" })).toBeUndefined()
  expect(parseDraft({ title: "only" })).toBeUndefined()
})

test("the toast after publishing an original lists the languages whose translations stay drafts", () => {
  vi.stubGlobal("document", { documentElement: { lang: "en" } })
  const version = {
    id: "t",
    is_published: false,
    is_planned: false,
    is_outdated: false,
    has_draft: false,
  }
  const after = makeArticle({
    is_published: true,
    translations: [
      { ...version, language: "lv" },
      { ...version, language: "ru", is_planned: true },
      { ...version, language: "et", is_published: true },
    ],
  })
  expect(news.getSavedMessage(makeArticle(), after)).toMatchObject({
    text: "admin:news.saved.published.alone",
    values: { languages: "Latvian" },
  })
})

test.each([
  [null, false, "created"],
  [null, true, "published"],
  [false, true, "published"],
  [false, false, "draftUpdated"],
  [true, true, "updated"],
  [true, false, "unpublished"],
])("a save that changes is_published from %s to %s shows the toast %s", (before, after, name) => {
  const item = before === null ? null : makeArticle({ is_published: before })
  expect(news.getSavedMessage(item, makeArticle({ is_published: after })).title).toBe(
    `admin:news.saved.${name}.title`,
  )
})
