import { expect, test } from "vitest"
import { makeDrafts, makeShelf } from "../fixtures.ts"
import { hasUnfinished, NEW } from "./drafts.ts"

const draft = {
  values: { title: "Ā", is_public: true },
  basedOn: null,
  storedAt: "2026-01-01T10:00:00.000Z",
}

test("a draft survives a reload, until it is dropped", () => {
  const shelf = makeShelf()
  expect(makeDrafts(shelf).store(NEW, draft)).toBe(true)
  const drafts = makeDrafts(shelf)
  expect(drafts.find(NEW)).toEqual(draft)
  expect(drafts.$ids.get()).toEqual([NEW])
  drafts.drop(NEW)
  expect([drafts.find(NEW), drafts.$ids.get()]).toEqual([null, []])
})

test("somebody else at the same browser does not get it", () => {
  const shelf = makeShelf()
  makeDrafts(shelf).store(NEW, draft)
  expect(makeDrafts(shelf, "bob").find(NEW)).toBeNull()
  expect(makeDrafts(shelf, "bob").$ids.get()).toEqual([])
})

test("what the form cannot use any more is no draft", () => {
  const shelf = makeShelf()
  const drafts = makeDrafts(shelf)
  shelf.set("draft:ann:notes:1", '{"values":{"name":"x"},"storedAt":"2026-01-01T10:00:00.000Z"}')
  shelf.set("draft:ann:notes:2", "not JSON")
  expect(drafts.find("1")).toBeNull()
  expect(drafts.find("2")).toBeNull()
})

test("a browser that is full, or keeps nothing, says so", () => {
  const full = makeShelf()
  full.setItem = () => {
    throw new DOMException("full", "QuotaExceededError")
  }
  expect(makeDrafts(full).store(NEW, draft)).toBe(false)
  expect(makeDrafts(null).store(NEW, draft)).toBe(false)
  expect(makeDrafts(null).find(NEW)).toBeNull()
})

test("two tabs keep what is new to each apart, and a reload finds its own", () => {
  const [shelf, tab] = [makeShelf(), makeShelf()]
  const first = makeDrafts(shelf, "ann", tab)
  const second = makeDrafts(shelf, "ann", makeShelf())
  first.store(first.newId, draft)
  second.store(second.newId, { ...draft, values: { title: "Other", is_public: false } })
  const reloaded = makeDrafts(shelf, "ann", tab)
  expect(reloaded.find(reloaded.newId)).toEqual(draft)
})

test("what another tab left unfinished can be continued", () => {
  const shelf = makeShelf()
  const closed = makeDrafts(shelf)
  closed.store(closed.newId, draft)
  const drafts = makeDrafts(shelf)
  expect([hasUnfinished(["1"]), hasUnfinished(drafts.$ids.get())]).toEqual([false, true])
  drafts.takeUnfinished()
  expect(drafts.find(drafts.newId)).toEqual(draft)
  expect(drafts.$ids.get()).toEqual([drafts.newId])
})

test("a tab's own unfinished draft is not replaced by another's", () => {
  const shelf = makeShelf()
  const other = makeDrafts(shelf)
  other.store(other.newId, { ...draft, values: { title: "Other", is_public: false } })
  const drafts = makeDrafts(shelf)
  drafts.store(drafts.newId, draft)
  drafts.takeUnfinished()
  expect(drafts.find(drafts.newId)).toEqual(draft)
  expect(drafts.find(other.newId)).not.toBeNull()
})
