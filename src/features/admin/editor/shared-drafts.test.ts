import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { failed } from "../../../shared/call.ts"
import { DraftServer, makeDrafts, makeNote, makeShelf, notes, ok } from "../fixtures.ts"
import { createEditor } from "./editor.ts"

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z") }))
afterEach(() => void vi.useRealTimers())

interface Device {
  name?: string
  shelf?: ReturnType<typeof makeShelf>
  /** What is saved. */
  note?: ReturnType<typeof makeNote>
  /** What is opened; `n9-begun` is a note that is only begun, and has a title of its own. */
  asked?: string
}

const shared: typeof notes = {
  ...notes,
  savedBy: () => ({ name: "Jonas", isOwn: false }),
  shared: { about: ({ is_public }) => ({ is_public }) },
  begin: (name) => (name === "n9-begun" ? { id: "n9", about: { is_public: true } } : null),
}

/** An editor of one note on a device, opened. */
async function open(server: DraftServer, { name = "Elīna", ...device }: Device = {}) {
  const { shelf = makeShelf(), note = makeNote(), asked = "n1" } = device
  const update = vi.fn(async (_id: string, basedOn: string, body: object) => {
    if (basedOn !== server.updatedAt) return failed("stale", { current: saved() })
    server.updatedAt = new Date().toISOString()
    const { draft_version = 0 } = body as { draft_version?: number }
    if (server.draft && server.draft.version <= draft_version) server.draft = null
    return ok({ ...note, ...body, updated_at: server.updatedAt })
  })
  const saved = () => ({ ...note, updated_at: server.updatedAt ?? note.updated_at })
  const editor = createEditor({
    resource: shared,
    calls: {
      find: async () => (server.updatedAt ? ok(saved()) : failed("not_found")),
      create: async () => failed("internal"),
      update,
      shared: server.callsOf(name),
    },
    drafts: makeDrafts(shelf),
    blank: notes.blank("en"),
    onSaved: vi.fn(),
    onFailed: vi.fn(),
    onLateFailure: vi.fn(),
    onDraftStored: vi.fn(),
  })
  await editor.open(asked)
  const state = editor.$editor.get()
  if (state.status !== "open") throw new Error(state.status)
  const { editing } = state
  return {
    ...editing,
    editor,
    shelf,
    update,
    title: () => editing.form.$values.get().title,
    shared: () => editing.sharing?.$shared.get(),
    change: (title: string) => editing.form.change({ title }),
    /** Types, and pauses until it is stored everywhere. */
    async type(title: string) {
      editing.form.change({ title })
      await vi.advanceTimersByTimeAsync(2_500)
    },
  }
}

const titleOf = ({ draft }: DraftServer) => (draft?.form as { title?: string } | undefined)?.title

test("what is typed is in this browser at once, and on the server after a pause", async () => {
  const server = new DraftServer()
  const { change, shared, shelf } = await open(server)
  change("Second")
  await vi.advanceTimersByTimeAsync(500)
  expect(makeDrafts(shelf).find("n1")).toMatchObject({ values: { title: "Second" } })
  expect([server.stores, shared()]).toEqual([0, "saving"])
  await vi.advanceTimersByTimeAsync(1_600)
  expect([titleOf(server), shared()]).toEqual(["Second", "saved"])
})

test("who types on and on has it stored every ten seconds", async () => {
  const server = new DraftServer()
  const { change } = await open(server)
  for (let second = 1; second <= 25; second += 1) {
    change(`Text ${second}`)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(server.stores).toBe(2)
})

test("what is only opened begins no draft; what is begun begins again as the same when it is discarded", async () => {
  const server = new DraftServer(null, null)
  const { type, shelf, editor } = await open(server, { asked: "n9-begun" })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([server.stores, makeDrafts(shelf).$ids.get()]).toEqual([0, []])
  await type("Second")
  editor.close()
  await vi.advanceTimersByTimeAsync(0)
  // Another device knows it by its id.
  const again = await open(server, { asked: "n9" })
  expect(again.form.$values.get()).toEqual({ title: "Second", is_public: true })
  again.discard()
  await vi.advanceTimersByTimeAsync(0)
  expect(again.form.$values.get()).toEqual({ title: "", is_public: true })
  expect(server.draft).toBeNull()
})

test("something new is empty, and what was begun before stays", async () => {
  const server = new DraftServer(null, null)
  const { editor, shelf } = await open(server, { asked: "new" })
  const openForm = () => {
    const state = editor.$editor.get()
    if (state.status !== "open") throw new Error(state.status)
    return state.editing.form
  }
  openForm().change({ title: "Yesterday's" })
  editor.close()
  await editor.openNew()
  expect(openForm().$values.get().title).toBe("")
  editor.close()
  const drafts = makeDrafts(shelf)
  expect(drafts.$ids.get().map((id) => drafts.find(id)?.values.title)).toEqual(["Yesterday's"])
})

test("typed back to what is saved, there is no draft any more", async () => {
  const server = new DraftServer()
  const { type, shared } = await open(server)
  await type("Second")
  await type("First")
  expect([server.draft, shared()]).toEqual([null, "none"])
})

test("while the connection is lost it is said, and sent when it is back", async () => {
  const server = new DraftServer()
  const { type, shared, retry, $draft } = await open(server)
  server.failure = "unreachable"
  await type("Second")
  expect([shared(), $draft.get()]).toEqual(["failed", "stored"])
  server.failure = null
  retry()
  await vi.advanceTimersByTimeAsync(0)
  expect([titleOf(server), shared()]).toEqual(["Second", "saved"])
})

test("a save that failed for the connection's sake isn't held against it when that is back", async () => {
  const server = new DraftServer()
  const { change, save, update, form, retry } = await open(server)
  const failure = () => {
    const submission = form.$submission.get()
    return submission.status === "open" ? submission.failure?.code : null
  }
  change("Second")
  update.mockResolvedValueOnce(failed("unreachable"))
  await save()
  expect(failure()).toBe("unreachable")
  server.failure = "unreachable"
  retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(failure()).toBe("unreachable")
  server.failure = null
  retry()
  await vi.advanceTimersByTimeAsync(0)
  expect(failure()).toBeUndefined()
})

test("the message of a save that failed during an outage is cleared once drafts are stored again", async () => {
  const server = new DraftServer()
  const { change, save, update, form } = await open(server)
  const failure = () => {
    const submission = form.$submission.get()
    return submission.status === "open" ? submission.failure?.code : null
  }
  change("Second")
  update.mockResolvedValueOnce(failed("database_unavailable"))
  server.failure = "database_unavailable"
  await save()
  await vi.advanceTimersByTimeAsync(0)
  expect(failure()).toBe("database_unavailable")
  server.failure = null
  await vi.advanceTimersByTimeAsync(60_000)
  expect([failure(), titleOf(server)]).toEqual([undefined, "Second"])
})

test("who closes it is there no more", async () => {
  const server = new DraftServer()
  server.editors = ["Elīna", "Jonas"]
  const { change, editor } = await open(server)
  change("Second")
  editor.close()
  await vi.advanceTimersByTimeAsync(0)
  expect([titleOf(server), server.editors]).toEqual(["Second", ["Jonas"]])
})

test("it tries again by itself, less and less often", async () => {
  const server = new DraftServer()
  const { type } = await open(server)
  server.failure = "database_unavailable"
  await type("Second")
  await vi.advanceTimersByTimeAsync(180_000)
  expect(server.stores).toBeLessThan(9)
  server.failure = null
  await vi.advanceTimersByTimeAsync(60_000)
  expect(titleOf(server)).toBe("Second")
})

test("a draft whose answer was lost is known as one's own", async () => {
  const server = new DraftServer()
  const { type, shared, $newer } = await open(server)
  server.failure = "lost"
  await type("Second")
  server.failure = null
  await type("Second one")
  await vi.advanceTimersByTimeAsync(3_000)
  expect([titleOf(server), shared(), $newer.get()]).toEqual(["Second one", "saved", null])
})

test("after a session that ended, the same text goes on", async () => {
  const server = new DraftServer()
  const first = await open(server)
  server.failure = "sign_in_required"
  await first.type("Second")
  expect(first.sharing?.$failure.get()).toMatchObject({ code: "sign_in_required" })
  // Signing in leaves the page.
  first.leave()
  server.failure = null
  const again = await open(server, { shelf: first.shelf })
  expect(again.title()).toBe("Second")
  await vi.advanceTimersByTimeAsync(100)
  expect(titleOf(server)).toBe("Second")
})

test("another device goes on where one stopped", async () => {
  const server = new DraftServer()
  const laptop = await open(server)
  await laptop.type("Begun on the laptop")
  laptop.editor.close()
  const phone = await open(server)
  expect(phone.title()).toBe("Begun on the laptop")
  // One's own, so nobody is named.
  expect(phone.$restored.get()).toMatchObject({ name: null })
  expect((await open(server, { name: "Jonas" })).$restored.get()).toMatchObject({ name: "Elīna" })
  await phone.type("Ended on the phone")
  phone.editor.close()
  const again = await open(server, { shelf: laptop.shelf })
  expect([again.title(), again.$newer.get()]).toEqual(["Ended on the phone", null])
})

test("where both devices have changes of their own, nothing is dropped: a person decides", async () => {
  const server = new DraftServer()
  const laptop = await open(server)
  await laptop.type("Begun")
  server.failure = "unreachable"
  await laptop.type("On the laptop")
  laptop.end()
  server.failure = null
  const phone = await open(server)
  await phone.type("On the phone")
  phone.end()
  const again = await open(server, { shelf: laptop.shelf })
  expect(again.title()).toBe("On the laptop")
  expect(again.$newer.get()).toMatchObject({
    kind: "draft",
    name: "Elīna",
    base: { title: "Begun" },
    values: { title: "On the phone" },
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(titleOf(server)).toBe("On the phone")
  again.acceptNewer({ title: "On both", is_public: false })
  await vi.advanceTimersByTimeAsync(3_000)
  expect([again.title(), titleOf(server), again.$newer.get()]).toEqual(["On both", "On both", null])
})

test("two who type at once: the second is told, and overwrites nothing", async () => {
  const server = new DraftServer()
  const one = await open(server)
  const other = await open(server, { name: "Jonas" })
  await one.type("Elīna's")
  await other.type("Jonas's")
  expect(other.$newer.get()).toMatchObject({ kind: "draft", name: "Elīna" })
  expect([titleOf(server), other.shared()]).toEqual(["Elīna's", "failed"])
})

test("who is in it too is known, and their draft is told of before one types", async () => {
  const server = new DraftServer()
  server.editors = ["Elīna", "Jonas"]
  const one = await open(server)
  expect(one.$others.get()).toEqual(["Jonas"])
  const other = await open(server, { name: "Jonas" })
  await other.type("Jonas's")
  server.editors = ["Elīna"]
  await vi.advanceTimersByTimeAsync(20_000)
  expect(one.$others.get()).toEqual([])
  expect(one.$newer.get()).toMatchObject({ kind: "draft", name: "Jonas" })
})

test("a save of somebody else is told of, and can be gone on from", async () => {
  const server = new DraftServer()
  const one = await open(server)
  server.updatedAt = "2026-03-01T12:00:01.000Z"
  await vi.advanceTimersByTimeAsync(20_000)
  expect(one.$newer.get()).toMatchObject({ kind: "saved", name: "Jonas" })
  one.acceptNewer({ title: "Both", is_public: false })
  expect(await one.save()).toBe(true)
  expect(one.update).toHaveBeenLastCalledWith("n1", "2026-03-01T12:00:01.000Z", expect.anything())
})

test("a save drops the draft, here and on the server, and names its version", async () => {
  const server = new DraftServer()
  const { type, save, update, shelf, shared } = await open(server)
  await type("Second")
  expect(await save()).toBe(true)
  expect(update.mock.lastCall?.[2]).toMatchObject({ title: "Second", draft_version: 1 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect([server.draft, shared(), server.stores]).toEqual([null, "none", 1])
  expect(makeDrafts(shelf).$ids.get()).toEqual([])
})

test("a draft that another device saved is not offered again", async () => {
  const server = new DraftServer()
  const laptop = await open(server)
  await laptop.type("Second")
  laptop.end()
  const phone = await open(server)
  await phone.save()
  const again = await open(server, { shelf: laptop.shelf, note: makeNote({ title: "Second" }) })
  expect([again.title(), again.$draft.get()]).toEqual(["Second", "none"])
})

test("discarding drops both", async () => {
  const server = new DraftServer()
  const { type, discard, shelf, title } = await open(server)
  await type("Second")
  discard()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([server.draft, title(), makeDrafts(shelf).$ids.get()]).toEqual([null, "First", []])
})

test("a second tab without a connection writes beside the first, and both are found", async () => {
  const server = new DraftServer()
  const shelf = makeShelf()
  const first = await open(server, { shelf })
  const second = await open(server, { shelf })
  server.failure = "unreachable"
  await first.type("In the first")
  await second.type("In the second")
  first.leave()
  second.leave()
  server.failure = null
  const again = await open(server, { shelf })
  expect(again.title()).toBe("In the first")
  expect(again.$newer.get()).toMatchObject({ kind: "tab", values: { title: "In the second" } })
  again.acceptNewer({ title: "In both", is_public: false })
  await vi.advanceTimersByTimeAsync(3_000)
  expect([titleOf(server), makeDrafts(shelf).$ids.get()]).toEqual(["In both", ["n1"]])
})

test("a page that is left sends what is on its way, once", async () => {
  const server = new DraftServer()
  const { change, leave } = await open(server)
  change("Second")
  leave()
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect([titleOf(server), server.stores]).toEqual(["Second", 1])
})
