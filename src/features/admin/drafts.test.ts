import { expect, test } from "vitest"
import { NEW } from "./drafts.ts"
import { makeDrafts, makeShelf } from "./fixtures.ts"

const draft = {
  values: { title: "Ā", is_public: true },
  basedOn: null,
  keptAt: "2026-01-01T10:00:00.000Z",
}

test("a draft survives a reload", () => {
  const shelf = makeShelf()
  expect(makeDrafts(shelf).keep(NEW, draft)).toBe(true)
  const drafts = makeDrafts(shelf)
  expect(drafts.find(NEW)).toEqual(draft)
  expect(drafts.$kept.get()).toEqual([NEW])
})

test("somebody else at the same browser does not get it", () => {
  const shelf = makeShelf()
  makeDrafts(shelf).keep(NEW, draft)
  expect(makeDrafts(shelf, "bob").find(NEW)).toBeNull()
  expect(makeDrafts(shelf, "bob").$kept.get()).toEqual([])
})

test("a dropped draft is gone", () => {
  const drafts = makeDrafts()
  drafts.keep("1", draft)
  drafts.drop("1")
  expect(drafts.find("1")).toBeNull()
  expect(drafts.$kept.get()).toEqual([])
})

test("what the form cannot use any more is no draft", () => {
  const shelf = makeShelf()
  const drafts = makeDrafts(shelf)
  shelf.set("draft:ann:notes:1", '{"values":{"name":"x"},"keptAt":"2026-01-01T10:00:00.000Z"}')
  shelf.set("draft:ann:notes:2", "not JSON")
  expect(drafts.find("1")).toBeNull()
  expect(drafts.find("2")).toBeNull()
})

test("a browser that is full, or keeps nothing, says so", () => {
  const full = makeShelf()
  full.setItem = () => {
    throw new DOMException("full", "QuotaExceededError")
  }
  expect(makeDrafts(full).keep(NEW, draft)).toBe(false)
  expect(makeDrafts(null).keep(NEW, draft)).toBe(false)
  expect(makeDrafts(null).find(NEW)).toBeNull()
})
