import { afterEach, expect, test, vi } from "vitest"
import { answerCalls, makePost, refusal } from "../fixtures.ts"
import { createPostForms, editPost } from "./post-form.ts"

afterEach(() => void vi.restoreAllMocks())

test("a post without a title or with an invalid video is not sent", async () => {
  const sent = answerCalls()
  const { form, save } = editPost("kell", null)
  form.change({ content: "Text", video_url: "javascript:alert(1)" })
  expect(await save()).toMatchObject({
    failure: { errors: { title: "required", video_url: "invalid_url" } },
  })
  expect(sent).toEqual([])
  expect(form.$values.get().content).toBe("Text")
})

test("an empty video address is sent as null", async () => {
  const sent = answerCalls({ status: 201, body: makePost("a") })
  const { form, save } = editPost("kell", null)
  form.change({ title: "T", content: "C" })
  await save()
  const body = { title: "T", content: "C", video_url: null, is_published: true, language: null }
  expect(sent).toEqual([{ path: "/api/teams/kell/posts", body }])
})

test("a conflicting save keeps the text and can overwrite the newer version", async () => {
  const newer = makePost("a", { title: "Theirs", updated_at: "2026-06-01T10:00:00.000Z" })
  const sent = answerCalls(refusal(409, "stale", { current: newer }), { status: 200, body: newer })
  const { form, save, keepMine } = editPost("kell", makePost("a"))
  form.change({ title: "Mine" })
  await save()
  expect(form.$values.get().title).toBe("Mine")
  await keepMine()
  expect(sent.at(-1)).toMatchObject({
    path: "/api/posts/a",
    body: { title: "Mine", updated_at: newer.updated_at },
  })
})

test("a closed form keeps its text until it is saved", () => {
  const forms = createPostForms("kell")
  forms.open(null).form.change({ title: "Unsaved title" })
  expect(forms.open(null).form.$values.get().title).toBe("Unsaved title")
  expect(forms.isAnyDirty()).toBe(true)
  forms.drop(null)
  expect(forms.open(null).form.$values.get().title).toBe("")
})

test("logging out clears the forms", () => {
  const forms = createPostForms("kell")
  forms.open(null).form.change({ title: "Unsaved title" })
  forms.clear()
  expect(forms.isAnyDirty()).toBe(false)
  expect(forms.open(null).form.$values.get().title).toBe("")
})

test("an untouched form shows the current post", () => {
  const forms = createPostForms("kell")
  forms.open(makePost("a", { title: "Old" }))
  expect(forms.open(makePost("a", { title: "New" })).form.$values.get().title).toBe("New")
})
