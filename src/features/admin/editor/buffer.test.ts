import { expect, test } from "vitest"
import { makeBuffer, makeShelf } from "../fixtures.ts"
import { NEW } from "./buffer.ts"

const draft = {
  values: { title: "Ā", is_public: true },
  basedOn: null,
  storedAt: "2026-01-01T10:00:00.000Z",
}
const other = {
  ...draft,
  values: { title: "Other", is_public: false },
  storedAt: "2026-01-01T11:00:00.000Z",
}

test("a draft survives a reload, until it is dropped", () => {
  const shelf = makeShelf()
  expect(makeBuffer(shelf).store(NEW, "one", draft)).toBe(true)
  const buffer = makeBuffer(shelf)
  expect(buffer.find(NEW)).toEqual({ ...draft, writer: "one" })
  expect(buffer.$ids.get()).toEqual([NEW])
  buffer.drop(NEW)
  expect([buffer.find(NEW), buffer.$ids.get()]).toEqual([null, []])
})

test("each editor has its own copy of a draft, and the latest comes first", () => {
  const buffer = makeBuffer()
  buffer.store("1", "one", draft)
  buffer.store("1", "two", other)
  expect(buffer.copies("1").map(({ writer }) => writer)).toEqual(["two", "one"])
  buffer.drop("1", "two")
  expect([buffer.find("1")?.values, buffer.$ids.get()]).toEqual([draft.values, ["1"]])
})

test("another member at the same browser does not get the draft", () => {
  const shelf = makeShelf()
  makeBuffer(shelf).store(NEW, "one", draft)
  expect(makeBuffer(shelf, "bob").find(NEW)).toBeNull()
  expect(makeBuffer(shelf, "bob").$ids.get()).toEqual([])
})

test("a draft that does not fit the form is ignored", () => {
  const shelf = makeShelf()
  const buffer = makeBuffer(shelf)
  shelf.set("draft:ann:notes:1~a", '{"values":{"name":"x"},"storedAt":"2026-01-01T10:00:00.000Z"}')
  shelf.set("draft:ann:notes:2~a", "not JSON")
  expect([buffer.find("1"), buffer.find("2")]).toEqual([null, null])
})

test("storing fails in a browser whose storage is full or forbidden", () => {
  const full = makeShelf()
  full.setItem = () => {
    throw new DOMException("full", "QuotaExceededError")
  }
  expect(makeBuffer(full).store(NEW, "one", draft)).toBe(false)
  expect(makeBuffer(null).store(NEW, "one", draft)).toBe(false)
  expect(makeBuffer(null).find(NEW)).toBeNull()
})

test("the new items of two tabs are separate, and a reload finds the tab's own", () => {
  const [shelf, tab] = [makeShelf(), makeShelf()]
  const first = makeBuffer(shelf, "ann", tab)
  const second = makeBuffer(shelf, "ann", makeShelf())
  first.store(first.newId, "one", draft)
  second.store(second.newId, "two", other)
  const reloaded = makeBuffer(shelf, "ann", tab)
  expect(reloaded.find(reloaded.newId)).toMatchObject(draft)
})

test("a tab takes over another tab's unfinished item, unless it has one", () => {
  const shelf = makeShelf()
  const closed = makeBuffer(shelf)
  closed.store(closed.newId, "one", draft)
  const buffer = makeBuffer(shelf)
  buffer.takeUnfinished()
  expect(buffer.newId).toBe(closed.newId)
  const busy = makeBuffer(shelf)
  busy.store(busy.newId, "two", other)
  busy.takeUnfinished()
  expect(busy.find(busy.newId)?.values).toEqual(other.values)
})
