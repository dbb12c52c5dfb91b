import { expect, test } from "vitest"
import { FakeStorage } from "../../../shared/fixtures.ts"
import { makeBuffer } from "../fixtures.ts"

const draft = {
  values: { title: "Ā", is_public: true },
  basedOn: null,
  storedAt: "2026-01-01T10:00:00.000Z",
}
const laterDraft = {
  ...draft,
  values: { title: "Other", is_public: false },
  storedAt: "2026-01-01T11:00:00.000Z",
}

test("a draft survives a reload, until it is dropped", () => {
  const storage = new FakeStorage()
  expect(makeBuffer(storage).store("new:1", "one", draft)).toBe(true)
  const buffer = makeBuffer(storage)
  expect(buffer.find("new:1")).toEqual({ ...draft, writer: "one" })
  expect(buffer.$ids.get()).toEqual(["new:1"])
  buffer.drop("new:1")
  expect([buffer.find("new:1"), buffer.$ids.get()]).toEqual([null, []])
})

test("each editor has a separate copy of a draft, and the latest copy comes first", () => {
  const buffer = makeBuffer()
  buffer.store("1", "one", draft)
  buffer.store("1", "two", laterDraft)
  expect(buffer.listCopies("1").map(({ writer }) => writer)).toEqual(["two", "one"])
  buffer.drop("1", "two")
  expect([buffer.find("1")?.values, buffer.$ids.get()]).toEqual([draft.values, ["1"]])
})

test("another member who uses the same browser does not get the draft", () => {
  const storage = new FakeStorage()
  makeBuffer(storage).store("new:1", "one", draft)
  expect(makeBuffer(storage, "bob").find("new:1")).toBeNull()
  expect(makeBuffer(storage, "bob").$ids.get()).toEqual([])
})

test("a draft with invalid JSON or with other fields than the form is ignored", () => {
  const storage = new FakeStorage()
  const buffer = makeBuffer(storage)
  storage.set(
    "draft:ann:notes:1~a",
    '{"values":{"name":"x"},"basedOn":null,"storedAt":"2026-01-01T10:00:00.000Z"}',
  )
  storage.set("draft:ann:notes:2~a", "not JSON")
  expect([buffer.find("1"), buffer.find("2")]).toEqual([null, null])
})

test("a draft cannot be stored if the browser's storage is full or blocked", () => {
  const full = new FakeStorage()
  full.setItem = () => {
    throw new DOMException("full", "QuotaExceededError")
  }
  expect(makeBuffer(full).store("new:1", "one", draft)).toBe(false)
  expect(makeBuffer(null).store("new:1", "one", draft)).toBe(false)
  expect(makeBuffer(null).find("new:1")).toBeNull()
})
