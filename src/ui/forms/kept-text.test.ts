import { beforeEach, expect, test, vi } from "vitest"
import { FakeStorage } from "../../shared/fixtures.ts"

let storage: FakeStorage

beforeEach(() => {
  storage = new FakeStorage()
  vi.stubGlobal("sessionStorage", storage)
})

/** Simulates loading a page: modules are evaluated again, and the session storage stays. */
async function loadPage(pathname = "/profile") {
  vi.resetModules()
  const events = new EventTarget()
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events))
  vi.stubGlobal("dispatchEvent", events.dispatchEvent.bind(events))
  vi.stubGlobal("document", { querySelectorAll: () => [] })
  vi.stubGlobal("location", { pathname, reload() {} })
  const { createForm } = await import("./form.ts")
  const { isTypedTextKept } = await import("./kept-text.ts")
  const { reload, deleteTypedText } = await import("../new-version.ts")
  const steps = { check: () => Promise.reject(), send: () => Promise.reject() }
  return {
    reload,
    deleteTypedText,
    isTypedTextKept,
    createForm: (values: Record<string, unknown>, name?: string) => createForm(values, steps, name),
  }
}

const EMPTY_VALUES = { title: "", text: "" }

test("a form restores the typed text once after the reload", async () => {
  const page = await loadPage()
  page.createForm(EMPTY_VALUES, "post").change({ title: "Half a title" })
  page.reload()
  expect(page.isTypedTextKept()).toBe(true)
  const next = await loadPage()
  expect(next.createForm(EMPTY_VALUES, "post").$values.get()).toEqual({
    title: "Half a title",
    text: "",
  })
  expect(next.createForm(EMPTY_VALUES, "post").$values.get()).toEqual(EMPTY_VALUES)
  expect((await loadPage()).createForm(EMPTY_VALUES, "post").$values.get()).toEqual(EMPTY_VALUES)
})

test("a form whose saved values load later restores the typed text if these values are unchanged", async () => {
  const saved = { title: "Saved", text: "Saved" }
  const page = await loadPage()
  const form = page.createForm(EMPTY_VALUES, "profile")
  form.reset(saved)
  form.change({ text: "Typed" })
  page.reload()
  const next = (await loadPage()).createForm(EMPTY_VALUES, "profile")
  expect(next.$values.get()).toEqual(EMPTY_VALUES)
  next.reset(saved)
  expect(next.$values.get()).toEqual({ title: "Saved", text: "Typed" })
})

test.each([
  ["in a form with another name", "/profile", EMPTY_VALUES, "another"],
  ["on another page", "/elsewhere", EMPTY_VALUES, "post"],
  ["if the saved values have changed", "/profile", { title: "", text: "Another tab's" }, "post"],
])("text is not restored %s", async (_, pathname, savedValues, name) => {
  const page = await loadPage()
  page.createForm(EMPTY_VALUES, "post").change({ title: "Typed" })
  page.reload()
  const next = await loadPage(pathname)
  expect(next.createForm(savedValues, name).$values.get()).toEqual(savedValues)
})

test("deleteTypedText(), which a log-out calls, deletes the stored text", async () => {
  const page = await loadPage()
  page.createForm(EMPTY_VALUES, "post").change({ title: "Typed" })
  page.reload()
  page.deleteTypedText()
  expect((await loadPage()).createForm(EMPTY_VALUES, "post").$values.get()).toEqual(EMPTY_VALUES)
})

test("a form without a name, such as a password form, is not stored", async () => {
  const page = await loadPage()
  page.createForm({ password: "" }).change({ password: "secret" })
  page.reload()
  expect(JSON.stringify([...storage])).not.toContain("secret")
})

test("isTypedTextKept() returns false if typed values cannot be stored", async () => {
  const page = await loadPage()
  page.createForm({ picture: null }, "profile").change({ picture: new Blob(["x"]) })
  page.reload()
  expect(page.isTypedTextKept()).toBe(false)
  const full = await loadPage()
  full.createForm(EMPTY_VALUES, "post").change({ title: "Typed" })
  storage.setItem = () => {
    throw new Error("QuotaExceededError")
  }
  full.reload()
  expect(full.isTypedTextKept()).toBe(false)
})
