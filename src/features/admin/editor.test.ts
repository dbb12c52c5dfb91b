import { expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { createEditor } from "./editor.ts"
import { makeDrafts, makeNote, makeShelf, type Note, notes, ok } from "./fixtures.ts"
import type { Saved } from "./resource.ts"

function makeEditor(
  find: (id: string) => Promise<Answer<Saved<Note>>> = async (id) => ok(makeNote({ id })),
  shelf: ReturnType<typeof makeShelf> | null = makeShelf(),
) {
  const drafts = makeDrafts(shelf)
  const onDraftKept = vi.fn()
  const editor = createEditor({
    resource: notes,
    calls: { create: vi.fn(), update: vi.fn() },
    drafts,
    blank: notes.blank("en"),
    find,
    onSaved: vi.fn(),
    onFailed: vi.fn(),
    onLateFailure: vi.fn(),
    onDraftKept,
  })
  const writing = () => {
    const state = editor.$editor.get()
    if (state.status !== "open") throw new Error(state.status)
    return state.editing
  }
  return { ...editor, drafts, onDraftKept, writing, status: () => editor.$editor.get().status }
}

test("something new is written at once", () => {
  const { open, writing } = makeEditor()
  open()
  expect(writing().$editing.get()).toMatchObject({ item: null, isGone: false })
})

test("something saved is fetched first", async () => {
  const { open, status, writing } = makeEditor()
  const opening = open("n5")
  expect(status()).toBe("loading")
  await opening
  expect(writing().$editing.get()).toMatchObject({ item: { id: "n5" } })
})

test("what cannot be fetched says why, and can be tried again", async () => {
  const answers = [failed("unreachable"), ok(makeNote())]
  const { open, $editor, status } = makeEditor(async () => answers.shift() ?? failed("internal"))
  await open("n1")
  expect($editor.get()).toMatchObject({ status: "unavailable", failure: { code: "unreachable" } })
  await open("n1")
  expect(status()).toBe("open")
})

test("an answer for what was closed meanwhile opens nothing", async () => {
  const { open, close, status } = makeEditor()
  const opening = open("n1")
  close()
  await opening
  expect(status()).toBe("closed")
})

test("closing keeps unsaved work, and says so", async () => {
  const { open, close, writing, drafts, onDraftKept } = makeEditor()
  open()
  writing().form.change({ title: "Half a" })
  expect(close()).toBe(true)
  expect(drafts.find(drafts.newId)).toMatchObject({ values: { title: "Half a" } })
  expect(onDraftKept).toHaveBeenCalledTimes(1)
  open()
  expect(writing().form.$values.get().title).toBe("Half a")
})

test("closing asks first where the browser keeps nothing", () => {
  const { open, close, writing, status } = makeEditor(undefined, null)
  open()
  writing().form.change({ title: "Half a" })
  expect(close()).toBe(false)
  expect(status()).toBe("open")
  expect(close(true)).toBe(true)
})

test("what somebody deleted can still be saved from its draft", async () => {
  const { open, drafts, writing } = makeEditor(async () => failed("not_found"))
  drafts.keep("n1", {
    values: { title: "Mine", is_public: false },
    basedOn: "earlier",
    keptAt: "2026-01-01T10:00:00.000Z",
  })
  await open("n1")
  expect(writing().$editing.get()).toMatchObject({ item: null, isGone: true })
  expect(writing().form.$values.get().title).toBe("Mine")
})
