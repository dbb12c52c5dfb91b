import { afterEach, expect, test, vi } from "vitest"
import { createFormCache } from "./form-cache.ts"

afterEach(() => void vi.unstubAllGlobals())

/** Simulates a page. Returns a function that checks whether leaving the page shows a warning. */
function openPage() {
  const page = new EventTarget()
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page))
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page))
  return () => !page.dispatchEvent(new Event("beforeunload", { cancelable: true }))
}

const createForms = () =>
  createFormCache(
    () => ({ text: "" }),
    (id: string) => id,
    ({ text }) => text !== "",
  )

test("the browser warns about unsent text while a dialog is open and after it is closed", () => {
  const warnsBeforeLeaving = openPage()
  const forms = createForms()
  const closeDialog = forms.warnBeforeUnload()
  const form = forms.open("a")
  expect(warnsBeforeLeaving()).toBe(false)
  form.text = "Unsent"
  expect(warnsBeforeLeaving()).toBe(true)
  closeDialog()
  expect(warnsBeforeLeaving()).toBe(true)
})

test("if no text is unsent when a dialog closes, the browser stops warning", () => {
  const warnsBeforeLeaving = openPage()
  const forms = createForms()
  const closeDialog = forms.warnBeforeUnload()
  forms.open("a").text = "Sent"
  forms.drop("a")
  closeDialog()
  forms.open("a").text = "Typed without a dialog"
  expect(warnsBeforeLeaving()).toBe(false)
})
