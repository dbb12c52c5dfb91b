import { beforeEach, expect, test, vi } from "vitest"
import { FakeStorage } from "../../shared/fixtures.ts"

let storage: FakeStorage

beforeEach(() => {
  storage = new FakeStorage()
  vi.stubGlobal("sessionStorage", storage)
})

async function loadPage(pathname = "/profile") {
  vi.resetModules()
  const events = new EventTarget()
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events))
  vi.stubGlobal("dispatchEvent", events.dispatchEvent.bind(events))
  vi.stubGlobal("document", { querySelectorAll: () => [] })
  vi.stubGlobal("location", { pathname, reload() {} })
  const { createForm } = await import("./form.ts")
  const { isTypedTextKept } = await import("./kept-text.ts")
  const { reload, forgetTypedText } = await import("../new-version.ts")
  const steps = { check: () => Promise.reject(), send: () => Promise.reject() }
  return {
    ...{ reload, forgetTypedText, isTypedTextKept },
    form: (values: Record<string, unknown>, name?: string) => createForm(values, steps, name),
  }
}

const START = { title: "", text: "" }

test("a form restores the typed text once after the reload", async () => {
  const page = await loadPage()
  page.form(START, "post").change({ title: "Half a title" })
  page.reload()
  expect(page.isTypedTextKept()).toBe(true)
  const next = await loadPage()
  expect(next.form(START, "post").$values.get()).toEqual({ title: "Half a title", text: "" })
  expect(next.form(START, "post").$values.get()).toEqual(START)
  expect((await loadPage()).form(START, "post").$values.get()).toEqual(START)
})

test("a form whose saved values load later restores the typed text if these values are unchanged", async () => {
  const saved = { title: "Saved", text: "Saved" }
  const page = await loadPage()
  const form = page.form(START, "profile")
  form.reset(saved)
  form.change({ text: "Typed" })
  page.reload()
  const next = (await loadPage()).form(START, "profile")
  expect(next.$values.get()).toEqual(START)
  next.reset(saved)
  expect(next.$values.get()).toEqual({ title: "Saved", text: "Typed" })
})

test("text is not restored in a form with another name, on another page, or with newer saved values", async () => {
  const typeAndReload = async () => {
    const page = await loadPage()
    page.form(START, "post").change({ title: "Typed" })
    page.reload()
  }
  await typeAndReload()
  expect((await loadPage()).form(START, "another").$values.get()).toEqual(START)
  await typeAndReload()
  expect((await loadPage("/elsewhere")).form(START, "post").$values.get()).toEqual(START)
  await typeAndReload()
  const changed = { title: "", text: "Another tab's" }
  expect((await loadPage()).form(changed, "post").$values.get()).toEqual(changed)
})

test("signing out drops the typed text", async () => {
  const page = await loadPage()
  page.form(START, "post").change({ title: "Typed" })
  page.reload()
  page.forgetTypedText()
  expect((await loadPage()).form(START, "post").$values.get()).toEqual(START)
})

test("a form without a name, such as a password form, is not stored", async () => {
  const page = await loadPage()
  page.form({ password: "" }).change({ password: "secret" })
  page.reload()
  expect(JSON.stringify([...storage])).not.toContain("secret")
})

test("text that cannot be stored is not reported as kept", async () => {
  const page = await loadPage()
  page.form({ picture: null }, "profile").change({ picture: new Blob(["x"]) })
  page.reload()
  expect(page.isTypedTextKept()).toBe(false)
  const full = await loadPage()
  full.form(START, "post").change({ title: "Typed" })
  storage.setItem = () => {
    throw new Error("QuotaExceededError")
  }
  full.reload()
  expect(full.isTypedTextKept()).toBe(false)
})
