import { expect, test, vi } from "vitest"
import { failed } from "../../call.ts"
import { makePost } from "./fixtures.ts"
import { createPostForm, createPostForms } from "./post-form.ts"

const done = (post = makePost("a")) => ({ ok: true as const, headers: new Headers(), body: post })

test("a post without a title is not sent, and neither is a video that is none", async () => {
  const send = vi.fn(async () => done())
  const { form } = createPostForm(null, send)
  form.change({ content: "Text", video_url: "javascript:alert(1)" })
  expect(await form.submit()).toMatchObject({
    failure: { errors: { title: "required", video_url: "invalid_url" } },
  })
  expect(send).not.toHaveBeenCalled()
  expect(form.$values.get().content).toBe("Text")
})

test("an empty video address is sent as none", async () => {
  const send = vi.fn(async () => done())
  const { form } = createPostForm(null, send)
  form.change({ title: "T", content: "C" })
  await form.submit()
  expect(send).toHaveBeenCalledWith(
    { title: "T", content: "C", video_url: null, is_published: true },
    null,
  )
})

test("who meets a newer version keeps the text and may save it over that", async () => {
  const newer = makePost("a", { title: "Theirs", updated_at: "2026-06-01T10:00:00.000Z" })
  const send = vi
    .fn()
    .mockResolvedValueOnce(failed("stale", { current: newer }))
    .mockResolvedValueOnce(done())
  const { form, overwrite } = createPostForm(makePost("a"), send)
  form.change({ title: "Mine" })
  await form.submit()
  expect(form.$values.get().title).toBe("Mine")
  overwrite()
  await form.submit()
  expect(send).toHaveBeenLastCalledWith(expect.objectContaining({ title: "Mine" }), {
    id: "a",
    updated_at: newer.updated_at,
  })
})

test("a form that was closed is found as it was left, until it is saved", () => {
  const forms = createPostForms(async () => done())
  forms.open(null).form.change({ title: "Half a" })
  expect(forms.open(null).form.$values.get().title).toBe("Half a")
  expect(forms.isAnyDirty()).toBe(true)
  forms.drop(null)
  expect(forms.open(null).form.$values.get().title).toBe("")
})

test("what one person typed is not there for the next", () => {
  const forms = createPostForms(async () => done())
  forms.open(null).form.change({ title: "Half a" })
  forms.clear()
  expect(forms.isAnyDirty()).toBe(false)
  expect(forms.open(null).form.$values.get().title).toBe("")
})

test("an untouched form is filled anew from the post", () => {
  const forms = createPostForms(async () => done())
  forms.open(makePost("a", { title: "Old" }))
  expect(forms.open(makePost("a", { title: "New" })).form.$values.get().title).toBe("New")
})
