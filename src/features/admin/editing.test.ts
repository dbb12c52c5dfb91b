import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { NEW } from "./drafts.ts"
import { startEditing } from "./editing.ts"
import { makeDrafts, makeNote, makeShelf, type Note, notes, ok } from "./fixtures.ts"
import type { Saved } from "./resource.ts"

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type NoteAnswer = Answer<Saved<Note>> | Promise<Answer<Saved<Note>>>

function makeEditing(
  item: Saved<Note> | null,
  {
    answers = [],
    shelf = makeShelf(),
  }: { answers?: NoteAnswer[]; shelf?: ReturnType<typeof makeShelf> | null } = {},
) {
  const answer = async () => (await answers.shift()) ?? failed("unreachable")
  const calls = {
    create: vi.fn((_body: object) => answer()),
    update: vi.fn((_id: string, _basedOn: string, _body: object) => answer()),
  }
  const [onSaved, onFailed, onLateFailure] = [vi.fn(), vi.fn(), vi.fn()]
  const drafts = makeDrafts(shelf)
  const options = {
    resource: notes,
    calls,
    drafts,
    blank: notes.blank("en"),
    onSaved,
    onFailed,
    onLateFailure,
  }
  const editing = startEditing(options, item?.id ?? NEW, item)
  const type = (title: string) => {
    editing.form.change({ title })
    vi.runAllTimers()
  }
  return { ...editing, calls, drafts, onSaved, onFailed, onLateFailure, type, shelf }
}

const stale = (theirs: Saved<Note>) => failed("stale", { current: theirs })

test("what is typed is kept as a draft until it is as before", () => {
  const { type, drafts, $draft } = makeEditing(makeNote())
  type("Second")
  expect($draft.get()).toBe("kept")
  expect(drafts.find("n1")).toMatchObject({
    values: { title: "Second" },
    basedOn: makeNote().updated_at,
  })
  type("First")
  expect($draft.get()).toBe("none")
  expect(drafts.find("n1")).toBeNull()
})

test("a draft is found again, says when it was kept, and can be discarded", () => {
  const { type, shelf } = makeEditing(makeNote())
  type("Second")
  const again = makeEditing(makeNote(), { shelf })
  expect(again.form.$values.get().title).toBe("Second")
  expect(again.$editing.get()).toMatchObject({ restored: expect.stringMatching(/^\d{4}-/) })
  again.discardDraft()
  expect(again.form.$values.get().title).toBe("First")
  expect(again.$editing.get()).toMatchObject({ restored: null })
  expect(again.drafts.find("n1")).toBeNull()
})

test("something new is created, and changed from then on", async () => {
  const { type, save, calls, drafts, onSaved, $draft } = makeEditing(null, {
    answers: [ok(makeNote({ title: "Hey" })), ok(makeNote({ title: "Hi" }))],
  })
  type("Hey ")
  expect(await save()).toBe(true)
  expect(calls.create).toHaveBeenCalledWith({ title: "Hey", is_public: false })
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

test("a save that fails leaves the text, the draft and a reason", async () => {
  const { type, save, form, drafts } = makeEditing(makeNote(), {
    answers: [failed("sign_in_required")],
  })
  type("Second")
  expect(await save()).toBe(false)
  expect(form.$values.get().title).toBe("Second")
  expect(form.$submission.get()).toMatchObject({ failure: { code: "sign_in_required" } })
  expect(drafts.find("n1")).not.toBeNull()
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
  expect($editing.get()).toMatchObject({ status: "writing", item: saved })
})

test("their version can be taken, and is what is edited from then on", async () => {
  const { type, save, takeTheirs, form, drafts, $editing } = makeEditing(makeNote(), {
    answers: [stale(theirs)],
  })
  type("Mine")
  await save()
  takeTheirs()
  expect(form.$values.get().title).toBe("Theirs")
  expect($editing.get()).toMatchObject({ status: "writing", basedOn: theirs.updated_at })
  expect(drafts.find("n1")).toBeNull()
})

test("a conflict can wait: the next save meets it again", async () => {
  const { type, save, decideLater, calls, $editing } = makeEditing(makeNote(), {
    answers: [stale(theirs), stale(theirs)],
  })
  type("Mine")
  await save()
  decideLater()
  expect($editing.get().status).toBe("writing")
  await save()
  expect(calls.update).toHaveBeenLastCalledWith("n1", makeNote().updated_at, expect.anything())
  expect($editing.get().status).toBe("conflict")
})

test("a newer version that says the same is my own save whose answer was lost", async () => {
  const mine = makeNote({ title: "Mine", updated_at: "2026-01-02T10:00:00.000Z" })
  const { type, save, onSaved, $editing } = makeEditing(makeNote(), { answers: [stale(mine)] })
  type("Mine")
  expect(await save()).toBe(true)
  expect($editing.get()).toMatchObject({ status: "writing", item: mine })
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

test("a failure is told once, unless it stands at a field", async () => {
  const { type, save, onFailed } = makeEditing(makeNote(), {
    answers: [failed("invalid", { errors: { title: "too_long" } }), failed("unreachable")],
  })
  type("Second")
  await save()
  expect(onFailed).not.toHaveBeenCalled()
  await save()
  expect(onFailed).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: "unreachable" }),
    false,
  )
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
