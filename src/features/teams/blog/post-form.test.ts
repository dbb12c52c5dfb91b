import { afterEach, expect, test, vi } from "vitest"
import { makePost, makeProblem, mockCalls } from "../fixtures.ts"
import { createPostForms, editPost } from "./post-form.ts"

afterEach(() => void vi.restoreAllMocks())

test("a post without a title or with an invalid video is not saved", async () => {
  const calls = mockCalls()
  const { form, save } = editPost("kell", null)
  form.change({ content: "Text", video_url: "javascript:alert(1)" })
  expect(await save()).toMatchObject({
    failure: { errors: { title: "required", video_url: "invalid_url" } },
  })
  expect(calls).toEqual([])
  expect(form.$values.get().content).toBe("Text")
})

test("the request contains null for an empty video URL", async () => {
  const calls = mockCalls({ status: 201, body: makePost("a") })
  const { form, save } = editPost("kell", null)
  form.change({ title: "T", content: "C" })
  await save()
  const body = { title: "T", content: "C", video_url: null, is_published: true, language: null }
  expect(calls).toEqual([{ path: "/api/teams/kell/posts", body }])
})

test("a conflicting save keeps the text and can overwrite the newer version", async () => {
  const newer = makePost("a", { title: "Theirs", updated_at: "2026-06-01T10:00:00.000Z" })
  const calls = mockCalls(makeProblem(409, "stale", { current: newer }), {
    status: 200,
    body: newer,
  })
  const { form, save, keepMine } = editPost("kell", makePost("a"))
  form.change({ title: "Mine" })
  await save()
  expect(form.$values.get().title).toBe("Mine")
  await keepMine()
  expect(calls.at(-1)).toMatchObject({
    path: "/api/posts/a",
    body: { title: "Mine", updated_at: newer.updated_at },
  })
})

test("a closed form keeps its unsaved text until it is dropped", () => {
  const forms = createPostForms("kell")
  forms.open(null).form.change({ title: "Unsaved title" })
  expect(forms.open(null).form.$values.get().title).toBe("Unsaved title")
  expect(forms.isAnyDirty()).toBe(true)
  forms.drop(null)
  expect(forms.open(null).form.$values.get().title).toBe("")
})

test("clearing the forms removes their unsaved text", () => {
  const forms = createPostForms("kell")
  forms.open(null).form.change({ title: "Unsaved title" })
  forms.clear()
  expect(forms.isAnyDirty()).toBe(false)
  expect(forms.open(null).form.$values.get().title).toBe("")
})

test("a form without unsaved text shows the newest version when it is opened again", () => {
  const forms = createPostForms("kell")
  forms.open(makePost("a", { title: "Old" }))
  expect(forms.open(makePost("a", { title: "New" })).form.$values.get().title).toBe("New")
})
