import { expect, test, vi } from "vitest"
import { createForm } from "./form.ts"
import { refused } from "./submission.ts"

const makeForm = () => {
  const send = vi.fn(async (body: { title: string }) => ({
    ok: true as const,
    body,
    headers: new Headers(),
  }))
  const form = createForm(
    { title: "", slug: "" },
    {
      check: ({ title }) =>
        title ? { ok: true as const, body: { title } } : refused({ title: "required" }),
      send,
    },
  )
  return { form, send }
}

test("what was typed is what is checked and sent", async () => {
  const { form, send } = makeForm()
  form.change({ title: "Šalis" })
  await form.submit()
  expect(send).toHaveBeenCalledWith({ title: "Šalis" })
})

test("a refused form keeps what was typed, and changing the field drops its error", async () => {
  const { form } = makeForm()
  form.change({ slug: "salis" })
  await form.submit()
  expect(form.$values.get()).toEqual({ title: "", slug: "salis" })
  expect(form.$submission.get()).toMatchObject({ failure: { errors: { title: "required" } } })
  form.change({ title: "Š" })
  expect(form.$submission.get()).toEqual({ status: "open", failure: null })
})

test("a reset form starts anew", async () => {
  const { form } = makeForm()
  await form.submit()
  form.reset({ title: "a", slug: "a" })
  expect(form.$values.get()).toEqual({ title: "a", slug: "a" })
  expect(form.$submission.get()).toEqual({ status: "open", failure: null })
})

test("a form is not sent while it waits for something", async () => {
  const { form, send } = makeForm()
  form.change({ title: "a" })
  let finish: () => void = () => {}
  form.waitFor(
    new Promise<void>((resolve) => {
      finish = resolve
    }),
  )
  expect(form.$pending.get()).toBe(1)
  expect(await form.submit()).toBeNull()
  finish()
  await vi.waitFor(() => expect(form.$pending.get()).toBe(0))
  await form.submit()
  expect(send).toHaveBeenCalledTimes(1)
})
