import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Answer, failed } from "../../../shared/call.ts"
import {
  DraftServer,
  makeDrafts,
  makeNote,
  makeShelf,
  type Note,
  type NoteValues,
  notes,
  ok,
} from "../fixtures.ts"
import type { Saved } from "../list/resource.ts"
import { idOfNew } from "./drafts.ts"
import { createEditor, startEditing } from "./editor.ts"
import type { SharedCalls } from "./shared-drafts.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type NoteAnswer = Answer<Saved<Note>> | Promise<Answer<Saved<Note>>>

interface Setup {
  /** What saves are answered, one after the other. */
  answers?: NoteAnswer[]
  shelf?: ReturnType<typeof makeShelf> | null
  find?: (id: string) => Promise<Answer<Saved<Note>>>
  shared?: SharedCalls | null
}

function makeOptions({ answers = [], shelf = makeShelf(), find, shared = null }: Setup) {
  const answer = async () => (await answers.shift()) ?? failed("unreachable")
  return {
    resource: notes,
    calls: {
      find: find ?? (async (id: string) => ok(makeNote({ id }))),
      create: vi.fn((_id: string, _body: object) => answer()),
      update: vi.fn((_id: string, _basedOn: string, _body: object) => answer()),
      shared,
    },
    drafts: makeDrafts(shelf),
    blank: notes.blank("en"),
    onSaved: vi.fn(),
    onFailed: vi.fn(),
    onLateFailure: vi.fn(),
    onDraftStored: vi.fn(),
  }
}

function makeEditing(item: Saved<Note> | null, { shelf = makeShelf(), ...setup }: Setup = {}) {
  const options = makeOptions({ ...setup, shelf })
  const { newId } = options.drafts
  const editing = startEditing(options, {
    id: item?.id ?? idOfNew(newId),
    draftId: item?.id ?? newId,
    item,
    shared: null,
    isGone: false,
  })
  const type = (title: string) => {
    editing.form.change({ title })
    vi.runAllTimers()
  }
  return { ...options, ...editing, type, shelf }
}

const stale = (theirs: Saved<Note>) => failed("stale", { current: theirs })

test("what is typed is stored as a draft until it is as before", () => {
  const { type, drafts, $draft } = makeEditing(makeNote())
  type("Second")
  expect($draft.get()).toBe("stored")
  expect(drafts.find("n1")).toMatchObject({
    values: { title: "Second" },
    basedOn: makeNote().updated_at,
  })
  type("First")
  expect($draft.get()).toBe("none")
  expect(drafts.find("n1")).toBeNull()
})

test("a draft is found again, says when it was stored, and can be discarded", () => {
  const { type, shelf } = makeEditing(makeNote())
  type("Second")
  const again = makeEditing(makeNote(), { shelf })
  expect(again.form.$values.get().title).toBe("Second")
  expect(again.$restored.get()).toMatchObject({ at: expect.stringMatching(/^\d{4}-/), name: null })
  again.discard()
  expect(again.form.$values.get().title).toBe("First")
  expect(again.$restored.get()).toBeNull()
  expect(again.drafts.find("n1")).toBeNull()
})

test("something new is created, and changed from then on", async () => {
  const { type, save, calls, drafts, onSaved, $draft } = makeEditing(null, {
    answers: [ok(makeNote({ title: "Hey" })), ok(makeNote({ title: "Hi" }))],
  })
  type("Hey ")
  expect(await save()).toBe(true)
  const body = { title: "Hey", is_public: false }
  expect(calls.create).toHaveBeenCalledExactlyOnceWith(
    expect.stringMatching(/^[0-9a-f-]{36}$/),
    body,
  )
  expect(onSaved).toHaveBeenCalledWith(null, makeNote({ title: "Hey" }))
  expect(drafts.find(drafts.newId)).toBeNull()
  type("Hi")
  expect(await save()).toBe(true)
  expect(calls.update).toHaveBeenCalledWith("n1", makeNote().updated_at, expect.anything())
  expect($draft.get()).toBe("none")
})

test("what was typed while it was being saved is still unsaved", async () => {
  const { type, save, form, drafts } = makeEditing(makeNote(), {
    answers: [ok(makeNote({ title: "Second", updated_at: "later" }))],
  })
  type("Second")
  const saving = save()
  form.change({ title: "Second one" })
  expect(await saving).toBe(false)
  expect(form.$values.get().title).toBe("Second one")
  expect(drafts.find("n1")).toMatchObject({ values: { title: "Second one" }, basedOn: "later" })
})

const theirs = makeNote({ title: "Theirs", updated_at: "2026-01-02T10:00:00.000Z" })

test("over somebody else's newer version, both are shown; mine can be kept", async () => {
  const saved = makeNote({ title: "Mine", updated_at: "2026-01-03T10:00:00.000Z" })
  const { type, save, keepMine, calls, $editing } = makeEditing(makeNote(), {
    answers: [stale(theirs), ok(saved)],
  })
  type("Mine")
  expect(await save()).toBe(false)
  expect($editing.get()).toMatchObject({ status: "conflict", theirs })
  expect(await keepMine()).toBe(true)
  expect(calls.update).toHaveBeenLastCalledWith("n1", theirs.updated_at, {
    title: "Mine",
    is_public: false,
  })
  expect($editing.get()).toMatchObject({ status: "editing", item: saved })
})

test("a conflict can wait: the next save meets it again", async () => {
  const { type, save, decideLater, calls, $editing } = makeEditing(makeNote(), {
    answers: [stale(theirs), stale(theirs)],
  })
  type("Mine")
  await save()
  decideLater()
  expect($editing.get().status).toBe("editing")
  await save()
  expect(calls.update).toHaveBeenLastCalledWith("n1", makeNote().updated_at, expect.anything())
  expect($editing.get().status).toBe("conflict")
})

test("a newer version that says the same is my own save whose answer was lost", async () => {
  const mine = makeNote({ title: "Mine", updated_at: "2026-01-02T10:00:00.000Z" })
  const { type, save, onSaved, $editing } = makeEditing(makeNote(), { answers: [stale(mine)] })
  type("Mine")
  expect(await save()).toBe(true)
  expect($editing.get()).toMatchObject({ status: "editing", item: mine })
  expect(onSaved).toHaveBeenCalled()
})

test("a draft of an earlier day meets what was saved since", async () => {
  const { type, shelf } = makeEditing(makeNote())
  type("Mine")
  const again = makeEditing(theirs, { shelf, answers: [stale(theirs)] })
  await again.save()
  expect(again.calls.update).toHaveBeenCalledWith("n1", makeNote().updated_at, expect.anything())
  expect(again.$editing.get().status).toBe("conflict")
})

test("what was deleted meanwhile is made anew by the next save", async () => {
  const { type, save, calls, form, $editing } = makeEditing(makeNote(), {
    answers: [failed("not_found"), ok(makeNote({ id: "n2" }))],
  })
  type("Second")
  await save()
  expect($editing.get()).toMatchObject({ item: null, isGone: true })
  expect(form.$values.get().title).toBe("Second")
  await save()
  expect(calls.create).toHaveBeenCalledTimes(1)
  expect($editing.get()).toMatchObject({ item: { id: "n2" }, isGone: false })
})

test("an answer that comes after the end still counts", async () => {
  let answer: (answer: Answer<Saved<Note>>) => void = () => {}
  const coming = new Promise<Answer<Saved<Note>>>((resolve) => {
    answer = resolve
  })
  const { type, save, end, drafts, onSaved } = makeEditing(makeNote(), { answers: [coming] })
  type("Second")
  const saving = save()
  end()
  expect(drafts.find("n1")).not.toBeNull()
  answer(ok(makeNote({ title: "Second" })))
  await saving
  expect(onSaved).toHaveBeenCalled()
  expect(drafts.find("n1")).toBeNull()
})

test("a save that fails leaves text and draft; it is told once, unless it stands at a field", async () => {
  const { type, save, form, drafts, onFailed } = makeEditing(makeNote(), {
    answers: [failed("invalid", { errors: { title: "too_long" } }), failed("sign_in_required")],
  })
  type("Second")
  await save()
  expect(onFailed).not.toHaveBeenCalled()
  expect(await save()).toBe(false)
  const failure = expect.objectContaining({ code: "sign_in_required" })
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(failure, false)
  expect(form.$submission.get()).toMatchObject({ failure })
  expect(form.$values.get().title).toBe("Second")
  expect(drafts.find("n1")).not.toBeNull()
})

test("a failure that comes after the end is told, and the draft stays", async () => {
  const { type, save, end, drafts, onLateFailure } = makeEditing(makeNote())
  type("Second")
  const saving = save()
  end()
  await saving
  expect(onLateFailure).toHaveBeenCalledWith(expect.objectContaining({ code: "unreachable" }))
  expect(drafts.find("n1")).not.toBeNull()
})

function makeEditor(setup: Setup = {}) {
  const options = makeOptions(setup)
  const editor = createEditor<Note, Note, NoteValues>(options)
  const editing = () => {
    const state = editor.$editor.get()
    if (state.status !== "open") throw new Error(state.status)
    return state.editing
  }
  return { ...options, ...editor, editing, status: () => editor.$editor.get().status }
}

test("something saved is fetched first; why it cannot be is said, and it can be tried again", async () => {
  const answers = [failed("unreachable"), ok(makeNote())]
  const find = async () => answers.shift() ?? failed("internal")
  const { open, $editor, status, editing } = makeEditor({ find })
  const opening = open("n1")
  expect(status()).toBe("loading")
  await opening
  expect($editor.get()).toMatchObject({ status: "unavailable", failure: { code: "unreachable" } })
  await open("n1")
  expect(editing().$editing.get()).toMatchObject({ item: { id: "n1" } })
})

test("an answer for what was closed meanwhile opens nothing", async () => {
  const { open, close, status } = makeEditor()
  const opening = open("n1")
  close()
  await opening
  expect(status()).toBe("closed")
})

test("closing keeps unsaved work, and says so", async () => {
  const { open, close, editing, drafts, onDraftStored } = makeEditor()
  open()
  editing().form.change({ title: "Half a" })
  expect(close()).toBe(true)
  expect(drafts.find(drafts.newId)).toMatchObject({ values: { title: "Half a" } })
  expect(onDraftStored).toHaveBeenCalledTimes(1)
  open()
  expect(editing().form.$values.get().title).toBe("Half a")
})

test("closing asks first where the browser keeps nothing", () => {
  const { open, close, editing, status } = makeEditor({ shelf: null })
  open()
  editing().form.change({ title: "Half a" })
  expect(close()).toBe(false)
  expect(status()).toBe("open")
  expect(close(true)).toBe(true)
})

test("what somebody deleted can still be saved from its draft", async () => {
  const { open, drafts, editing } = makeEditor({ find: async () => failed("not_found") })
  drafts.store("n1", {
    values: { title: "Mine", is_public: false },
    basedOn: "earlier",
    storedAt: "2026-01-01T10:00:00.000Z",
  })
  await open("n1")
  expect(editing().$editing.get()).toMatchObject({ item: null, isGone: true })
  expect(editing().form.$values.get().title).toBe("Mine")
})

test("what was only begun, maybe on another device, is opened as something new", async () => {
  const draft = {
    form: { title: "Begun" },
    based_on: null,
    version: 2,
    saved_at: "2026-01-01T10:00:00.000Z",
    editor_name: "Elīna",
    is_own: false,
  }
  const { open, editing, calls } = makeEditor({
    find: async () => failed("internal"),
    answers: [ok(makeNote({ id: "n9" }))],
    shared: new DraftServer(draft, null).callsOf("Jonas"),
  })
  await open("n9")
  expect(editing().$editing.get()).toMatchObject({ item: null, isGone: false })
  expect(editing().form.$values.get()).toEqual({ title: "Begun", is_public: false })
  expect(editing().$restored.get()).toMatchObject({ name: "Elīna" })
  await editing().save()
  const body = { title: "Begun", is_public: false, draft_version: 2 }
  expect(calls.create).toHaveBeenCalledExactlyOnceWith("n9", body)
})
