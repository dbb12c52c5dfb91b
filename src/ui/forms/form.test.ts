import { describe, expect, test, vi } from "vitest"
import { createForm } from "./form.ts"
import { failCheck } from "./submission.ts"

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
        title ? { ok: true as const, body: { title } } : failCheck({ title: "required" }),
      send,
    },
  )
  return { form, send }
}

test("the form checks and sends its current values", async () => {
  const { form, send } = makeForm()
  form.change({ title: "Šalis" })
  await form.submit()
  expect(send).toHaveBeenCalledWith({ title: "Šalis" })
})

test("a form with errors keeps its values, and changing a field clears its error", async () => {
  const { form } = makeForm()
  form.change({ slug: "salis" })
  await form.submit()
  expect(form.$values.get()).toEqual({ title: "", slug: "salis" })
  expect(form.$submission.get()).toMatchObject({ failure: { errors: { title: "required" } } })
  form.change({ title: "Š" })
  expect(form.$submission.get()).toEqual({ status: "open", failure: null })
})

test("a reset replaces the values and clears errors", async () => {
  const { form } = makeForm()
  await form.submit()
  form.reset({ title: "a", slug: "a" })
  expect(form.$values.get()).toEqual({ title: "a", slug: "a" })
  expect(form.$submission.get()).toEqual({ status: "open", failure: null })
})

describe("a form with a running upload", () => {
  function makeFormWithUpload() {
    const { form, send } = makeForm()
    const { promise, resolve } = Promise.withResolvers<boolean>()
    form.change({ title: "a" })
    form.waitFor(promise)
    return { form, send, finishUpload: resolve }
  }

  test("is sent once after the upload, with the values that it has then", async () => {
    const { form, send, finishUpload } = makeFormWithUpload()
    const sending = form.submit()
    expect([form.$uploadCount.get(), form.$isWaitingForUploads.get()]).toEqual([1, true])
    expect(await form.submit(), "submitted again").toBeNull()
    form.change({ title: "b" })
    expect(send).not.toHaveBeenCalled()
    finishUpload(true)
    expect(await sending).toMatchObject({ ok: true })
    expect(send.mock.calls).toEqual([[{ title: "b" }]])
    expect([form.$uploadCount.get(), form.$isWaitingForUploads.get()]).toEqual([0, false])
  })

  test("waits for a second upload that starts before the first upload ends", async () => {
    const { form, send, finishUpload } = makeFormWithUpload()
    const sending = form.submit()
    const second = Promise.withResolvers<boolean>()
    form.waitFor(second.promise)
    finishUpload(true)
    await vi.waitFor(() => expect(form.$uploadCount.get()).toBe(1))
    expect(send).not.toHaveBeenCalled()
    second.resolve(true)
    expect(await sending).toMatchObject({ ok: true })
  })

  test.each<
    [outcome: string, end: (finishUpload: (value: boolean | Promise<never>) => void) => void]
  >([
    ["ends without a picture", (finishUpload) => finishUpload(false)],
    [
      "fails with an exception",
      (finishUpload) => finishUpload(Promise.reject(new Error("failed"))),
    ],
  ])("is not sent when the upload %s, but can be submitted again", async (_outcome, end) => {
    const { form, send, finishUpload } = makeFormWithUpload()
    const sending = form.submit()
    end(finishUpload)
    expect(await sending).toBeNull()
    expect(send).not.toHaveBeenCalled()
    expect([form.$isWaitingForUploads.get(), form.$submission.get().status]).toEqual([
      false,
      "open",
    ])
    expect(await form.submit()).toMatchObject({ ok: true })
  })

  test("is not sent if it is reset during the upload", async () => {
    const { form, send, finishUpload } = makeFormWithUpload()
    const sending = form.submit()
    form.reset({ title: "other", slug: "" })
    finishUpload(true)
    expect(await sending).toBeNull()
    expect(send).not.toHaveBeenCalled()
  })
})
