import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type CallResult, createFailure } from "../../../shared/call.ts"
import { FakeStorage } from "../../../shared/fixtures.ts"
import {
  DraftServer,
  makeBuffer,
  makeNote,
  type Note,
  type NoteValues,
  notes,
  ok,
} from "../fixtures.ts"
import type { Saved } from "../list/resource.ts"
import type { DraftCalls } from "./calls.ts"
import { startEditing } from "./editing.ts"
import { createEditor } from "./editor.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type NoteResult = CallResult<Saved<Note>> | Promise<CallResult<Saved<Note>>>

interface Setup {
  results?: NoteResult[]
  storage?: FakeStorage | null
  find?: (id: string) => Promise<CallResult<Saved<Note>>>
  drafts?: DraftCalls | null
}

function makeOptions({ results = [], storage = new FakeStorage(), find, drafts = null }: Setup) {
  const takeResult = async () => (await results.shift()) ?? createFailure("unreachable")
  return {
    resource: notes,
    calls: {
      find: find ?? (async (id: string) => ok(makeNote({ id }))),
      create: vi.fn((_id: string, _body: object) => takeResult()),
      update: vi.fn((_id: string, _basedOn: string, _body: object) => takeResult()),
      drafts,
    },
    buffer: makeBuffer(storage),
    blank: notes.createBlankValues("en"),
    onSaved: vi.fn(),
    onFailed: vi.fn(),
    onLateFailure: vi.fn(),
    onDraftStored: vi.fn(),
  }
}

function makeEditing(
  item: Saved<Note> | null,
  { storage = new FakeStorage(), ...setup }: Setup = {},
) {
  const options = makeOptions({ ...setup, storage })
  const editing = startEditing(options, {
    id: item?.id ?? "n9",
    draftId: item?.id ?? "new:n9",
    item,
    serverDraft: null,
    isDeleted: false,
  })
  const typeTitle = (title: string) => {
    editing.form.change({ title })
    vi.runAllTimers()
  }
  return { ...options, ...editing, typeTitle, storage }
}

const makeStaleResult = (theirs: Saved<Note>) => createFailure("stale", { current: theirs })

test("typed text is a draft until it equals the saved version again", () => {
  const { typeTitle, buffer, $draft } = makeEditing(makeNote())
  typeTitle("Second")
  expect($draft.get()).toBe("in-browser")
  expect(buffer.find("n1")).toMatchObject({
    values: { title: "Second" },
    basedOn: makeNote().updated_at,
  })
  typeTitle("First")
  expect($draft.get()).toBe("none")
  expect(buffer.find("n1")).toBeNull()
})

test("a draft is restored with its time, and can be discarded", () => {
  const { typeTitle, storage } = makeEditing(makeNote())
  typeTitle("Second")
  const again = makeEditing(makeNote(), { storage })
  expect(again.form.$values.get().title).toBe("Second")
  expect(again.$restoredDraft.get()).toMatchObject({
    savedAt: expect.stringMatching(/^\d{4}-/),
    name: null,
  })
  again.discard()
  expect(again.form.$values.get().title).toBe("First")
  expect(again.$restoredDraft.get()).toBeNull()
  expect(again.buffer.find("n1")).toBeNull()
})

test("a new item is created by the first save and changed by the next", async () => {
  const { typeTitle, save, calls, buffer, onSaved, $draft } = makeEditing(null, {
    results: [ok(makeNote({ title: "Hey" })), ok(makeNote({ title: "Hi" }))],
  })
  typeTitle("Hey ")
  expect(await save()).toBe(true)
  const body = { title: "Hey", is_public: false }
  expect(calls.create).toHaveBeenCalledExactlyOnceWith("n9", body)
  expect(onSaved).toHaveBeenCalledWith(null, makeNote({ title: "Hey" }))
  expect(buffer.find("new:n9")).toBeNull()
  typeTitle("Hi")
  expect(await save()).toBe(true)
  expect(calls.update).toHaveBeenCalledWith("n1", makeNote().updated_at, expect.anything())
  expect($draft.get()).toBe("none")
})

test("text that is typed during a save stays unsaved", async () => {
  const { typeTitle, save, form, buffer } = makeEditing(makeNote(), {
    results: [ok(makeNote({ title: "Second", updated_at: "later" }))],
  })
  typeTitle("Second")
  const saving = save()
  form.change({ title: "Second one" })
  expect(await saving).toBe(false)
  expect(form.$values.get().title).toBe("Second one")
  expect(buffer.find("n1")).toMatchObject({ values: { title: "Second one" }, basedOn: "later" })
})

const theirs = makeNote({ title: "Theirs", updated_at: "2026-01-02T10:00:00.000Z" })

test("a save conflicts with a newer version, and the editor can keep its own values", async () => {
  const saved = makeNote({ title: "Mine", updated_at: "2026-01-03T10:00:00.000Z" })
  const { typeTitle, save, keepMine, calls, $editing } = makeEditing(makeNote(), {
    results: [makeStaleResult(theirs), ok(saved)],
  })
  typeTitle("Mine")
  expect(await save()).toBe(false)
  expect($editing.get()).toMatchObject({ status: "conflict", theirs })
  expect(await keepMine()).toBe(true)
  expect(calls.update).toHaveBeenLastCalledWith("n1", theirs.updated_at, {
    title: "Mine",
    is_public: false,
  })
  expect($editing.get()).toMatchObject({ status: "editing", item: saved })
})

test("a postponed conflict appears again on the next save", async () => {
  const { typeTitle, save, decideLater, calls, $editing } = makeEditing(makeNote(), {
    results: [makeStaleResult(theirs), makeStaleResult(theirs)],
  })
  typeTitle("Mine")
  await save()
  decideLater()
  expect($editing.get().status).toBe("editing")
  await save()
  expect(calls.update).toHaveBeenLastCalledWith("n1", makeNote().updated_at, expect.anything())
  expect($editing.get().status).toBe("conflict")
})

test("a newer version with equal values counts as the editor's own save", async () => {
  const mine = makeNote({ title: "Mine", updated_at: "2026-01-02T10:00:00.000Z" })
  const { typeTitle, save, onSaved, $editing } = makeEditing(makeNote(), {
    results: [makeStaleResult(mine)],
  })
  typeTitle("Mine")
  expect(await save()).toBe(true)
  expect($editing.get()).toMatchObject({ status: "editing", item: mine })
  expect(onSaved).toHaveBeenCalled()
})

test("saving an old draft conflicts with a version that was saved later", async () => {
  const { typeTitle, storage } = makeEditing(makeNote())
  typeTitle("Mine")
  const again = makeEditing(theirs, { storage, results: [makeStaleResult(theirs)] })
  await again.save()
  expect(again.calls.update).toHaveBeenCalledWith("n1", makeNote().updated_at, expect.anything())
  expect(again.$editing.get().status).toBe("conflict")
})

test("an item that was deleted meanwhile is created again by the next save", async () => {
  const { typeTitle, save, calls, form, $editing } = makeEditing(makeNote(), {
    results: [createFailure("not_found"), ok(makeNote({ id: "n2" }))],
  })
  typeTitle("Second")
  await save()
  expect($editing.get()).toMatchObject({ item: null, isDeleted: true })
  expect(form.$values.get().title).toBe("Second")
  await save()
  expect(calls.create).toHaveBeenCalledTimes(1)
  expect($editing.get()).toMatchObject({ item: { id: "n2" }, isDeleted: false })
})

test("a save that succeeds after the editor was closed drops the draft", async () => {
  const { promise, resolve } = Promise.withResolvers<CallResult<Saved<Note>>>()
  const { typeTitle, save, dispose, buffer, onSaved } = makeEditing(makeNote(), {
    results: [promise],
  })
  typeTitle("Second")
  const saving = save()
  dispose()
  expect(buffer.find("n1")).not.toBeNull()
  resolve(ok(makeNote({ title: "Second" })))
  await saving
  expect(onSaved).toHaveBeenCalled()
  expect(buffer.find("n1")).toBeNull()
})

test("a failed save keeps text and draft, and only a failure without field errors is reported", async () => {
  const { typeTitle, save, form, buffer, onFailed } = makeEditing(makeNote(), {
    results: [
      createFailure("invalid", { errors: { title: "too_long" } }),
      createFailure("sign_in_required"),
    ],
  })
  typeTitle("Second")
  await save()
  expect(onFailed).not.toHaveBeenCalled()
  expect(await save()).toBe(false)
  const failure = expect.objectContaining({ code: "sign_in_required" })
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(failure, false)
  expect(form.$submission.get()).toMatchObject({ failure })
  expect(form.$values.get().title).toBe("Second")
  expect(buffer.find("n1")).not.toBeNull()
})

test("a save that fails after the editor was closed is reported, and the draft stays", async () => {
  const { typeTitle, save, dispose, buffer, onLateFailure } = makeEditing(makeNote())
  typeTitle("Second")
  const saving = save()
  dispose()
  await saving
  expect(onLateFailure).toHaveBeenCalledWith(expect.objectContaining({ code: "unreachable" }))
  expect(buffer.find("n1")).not.toBeNull()
})

function makeEditor(setup: Setup = {}) {
  const options = makeOptions(setup)
  const editor = createEditor<Note, NoteValues>(options)
  const getEditing = () => {
    const state = editor.$editor.get()
    if (state.status !== "open") throw new Error(state.status)
    return state.editing
  }
  return { ...options, ...editor, editing: getEditing, status: () => editor.$editor.get().status }
}

test("a failed load of a saved item is shown and can be retried", async () => {
  const results = [createFailure("unreachable"), ok(makeNote())]
  const find = async () => results.shift() ?? createFailure("internal")
  const { open, $editor, status, editing } = makeEditor({ find })
  const opening = open("n1")
  expect(status()).toBe("loading")
  await opening
  expect($editor.get()).toMatchObject({ status: "unavailable", failure: { code: "unreachable" } })
  await open("n1")
  expect(editing().$editing.get()).toMatchObject({ item: { id: "n1" } })
})

test("an item that loads after the editor was closed does not open", async () => {
  const { open, close, status } = makeEditor()
  const opening = open("n1")
  close()
  await opening
  expect(status()).toBe("closed")
})

test("closing the editor keeps unsaved work as a draft and reports it", async () => {
  const { open, openNew, close, editing, buffer, onDraftStored } = makeEditor()
  openNew()
  editing().form.change({ title: "Half a" })
  expect(close()).toBe(true)
  const [draftId = ""] = buffer.$ids.get()
  expect(buffer.find(draftId)).toMatchObject({ values: { title: "Half a" } })
  expect(onDraftStored).toHaveBeenCalledTimes(1)
  openNew()
  expect(editing().form.$values.get().title).toBe("")
  open(draftId)
  expect(editing().form.$values.get().title).toBe("Half a")
})

test("an editor with work that the browser cannot store closes only with mayLoseWork", () => {
  const { openNew, close, editing, status } = makeEditor({ storage: null })
  openNew()
  editing().form.change({ title: "Half a" })
  expect(close()).toBe(false)
  expect(status()).toBe("open")
  expect(close({ mayLoseWork: true })).toBe(true)
})

test("a deleted item opens with its draft, and is marked as deleted", async () => {
  const { open, buffer, editing } = makeEditor({ find: async () => createFailure("not_found") })
  buffer.store("n1", "one", {
    values: { title: "Mine", is_public: false },
    basedOn: "earlier",
    storedAt: "2026-01-01T10:00:00.000Z",
  })
  await open("n1")
  expect(editing().$editing.get()).toMatchObject({ item: null, isDeleted: true })
  expect(editing().form.$values.get().title).toBe("Mine")
})

test("another editor's draft of a new item opens as a new item", async () => {
  const draft = {
    form: { title: "Begun" },
    based_on: null,
    version: 2,
    saved_at: "2026-01-01T10:00:00.000Z",
    editor_name: "Elīna",
    is_own: false,
  }
  const { open, editing, calls } = makeEditor({
    find: async () => createFailure("internal"),
    results: [ok(makeNote({ id: "n9" }))],
    drafts: new DraftServer(draft, null).getCalls("Jonas"),
  })
  await open("n9")
  expect(editing().$editing.get()).toMatchObject({ item: null, isDeleted: false })
  expect(editing().form.$values.get()).toEqual({ title: "Begun", is_public: false })
  expect(editing().$restoredDraft.get()).toMatchObject({ name: "Elīna" })
  await editing().save()
  const body = { title: "Begun", is_public: false, draft_version: 2 }
  expect(calls.create).toHaveBeenCalledExactlyOnceWith("n9", body)
})
