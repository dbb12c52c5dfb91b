import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { createFailure } from "../../../shared/call.ts"
import { FakeStorage } from "../../../shared/fixtures.ts"
import { DraftServer, makeBuffer, makeNote, notes, ok } from "../fixtures.ts"
import { createEditor } from "./editor.ts"

beforeEach(() => void vi.useFakeTimers({ now: new Date("2026-03-01T12:00:00Z") }))
afterEach(() => void vi.useRealTimers())

interface OpenOptions {
  name?: string
  storage?: FakeStorage
  note?: ReturnType<typeof makeNote>
  openedId?: string
}

const resource: typeof notes = {
  ...notes,
  getLastEditor: () => ({ name: "Jonas", isOwn: false }),
  serverDrafts: { getAccessFields: ({ is_public }) => ({ is_public }) },
  newItemFor: (name) =>
    name === "n9-begun" ? { id: "n9", initialValues: { is_public: true } } : null,
}

async function openEditor(server = new DraftServer(), options: OpenOptions = {}) {
  const {
    name = "Elīna",
    storage = new FakeStorage(),
    note = makeNote(),
    openedId = "n1",
  } = options
  const update = vi.fn(async (_id: string, basedOn: string, body: object) => {
    if (basedOn !== server.updatedAt) return createFailure("stale", { current: makeSaved() })
    server.updatedAt = new Date().toISOString()
    const { draft_version = 0 } = body as { draft_version?: number }
    if (server.draft && server.draft.version <= draft_version) server.draft = null
    return ok({ ...note, ...body, updated_at: server.updatedAt })
  })
  const makeSaved = () => ({ ...note, updated_at: server.updatedAt ?? note.updated_at })
  const editor = createEditor({
    resource,
    calls: {
      find: async () => (server.updatedAt ? ok(makeSaved()) : createFailure("not_found")),
      create: async () => createFailure("internal"),
      update,
      drafts: server.getCalls(name),
    },
    buffer: makeBuffer(storage),
    blank: notes.createBlankValues("en"),
    onSaved: vi.fn(),
    onFailed: vi.fn(),
    onLateFailure: vi.fn(),
    onDraftStored: vi.fn(),
  })
  await editor.open(openedId)
  const state = editor.$editor.get()
  if (state.status !== "open") throw new Error(state.status)
  const { editing } = state
  return {
    ...editing,
    server,
    editor,
    storage,
    update,
    title: () => editing.form.$values.get().title,
    state: () => editing.$draft.get(),
    change: (title: string) => editing.form.change({ title }),
    failure() {
      const submission = editing.form.$submission.get()
      return submission.status === "open" ? submission.failure?.code : null
    },
    async type(title: string) {
      editing.form.change({ title })
      await vi.advanceTimersByTimeAsync(2_500)
    },
  }
}

const getDraftTitle = ({ draft }: DraftServer) =>
  (draft?.form as { title?: string } | undefined)?.title

test("the browser keeps typed text until the server has stored the draft", async () => {
  const { server, change, state, storage } = await openEditor()
  change("Second")
  await vi.advanceTimersByTimeAsync(500)
  expect(makeBuffer(storage).find("n1")).toMatchObject({ values: { title: "Second" } })
  expect([server.storeRequests, state()]).toEqual([0, "saving"])
  await vi.advanceTimersByTimeAsync(1_600)
  expect([getDraftTitle(server), state()]).toEqual(["Second", "on-server"])
  expect(makeBuffer(storage).$ids.get()).toEqual([])
})

test("a draft is stored every ten seconds while typing continues", async () => {
  const { server, change } = await openEditor()
  for (let second = 1; second <= 25; second += 1) {
    change(`Text ${second}`)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(server.storeRequests).toBe(2)
})

test("opening a new item stores no draft", async () => {
  const server = new DraftServer(null, null)
  const { storage } = await openEditor(server, { openedId: "n9-begun" })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([server.storeRequests, makeBuffer(storage).$ids.get()]).toEqual([0, []])
})

test("discarding the draft of a new item restores its initial values", async () => {
  const server = new DraftServer(null, null)
  const { type, editor } = await openEditor(server, { openedId: "n9-begun" })
  await type("Second")
  editor.close()
  await vi.advanceTimersByTimeAsync(0)
  const again = await openEditor(server, { openedId: "n9" })
  expect(again.form.$values.get()).toEqual({ title: "Second", is_public: true })
  again.discard()
  await vi.advanceTimersByTimeAsync(0)
  expect(again.form.$values.get()).toEqual({ title: "", is_public: true })
  expect(server.draft).toBeNull()
})

test("a new item starts empty, and the earlier new item stays as a draft", async () => {
  const server = new DraftServer(null, null)
  const { editor, storage } = await openEditor(server, { openedId: "new:n8" })
  const openForm = () => {
    const state = editor.$editor.get()
    if (state.status !== "open") throw new Error(state.status)
    return state.editing.form
  }
  openForm().change({ title: "Yesterday's" })
  editor.close()
  editor.openNew()
  expect(openForm().$values.get().title).toBe("")
  editor.close()
  await vi.advanceTimersByTimeAsync(0)
  expect([getDraftTitle(server), makeBuffer(storage).$ids.get()]).toEqual(["Yesterday's", []])
})

test("the draft is deleted when the text equals the saved version again", async () => {
  const { server, type, state } = await openEditor()
  await type("Second")
  await type("First")
  expect([server.draft, state()]).toEqual([null, "none"])
})

test("a draft that could not be sent stays in the browser until a retry sends it", async () => {
  const { server, type, state, retry, storage } = await openEditor()
  server.failure = "unreachable"
  await type("Second")
  expect(state()).toBe("in-browser")
  expect(makeBuffer(storage).find("n1")).toMatchObject({ values: { title: "Second" } })
  server.failure = null
  retry()
  await vi.advanceTimersByTimeAsync(0)
  expect([getDraftTitle(server), state()]).toEqual(["Second", "on-server"])
})

test("the message of a save that failed without a connection is cleared once the server responds", async () => {
  const { server, change, save, update, failure, retry } = await openEditor()
  change("Second")
  update.mockResolvedValueOnce(createFailure("unreachable"))
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
  const { server, change, save, update, failure } = await openEditor()
  change("Second")
  update.mockResolvedValueOnce(createFailure("database_unavailable"))
  server.failure = "database_unavailable"
  await save()
  await vi.advanceTimersByTimeAsync(0)
  expect(failure()).toBe("database_unavailable")
  server.failure = null
  await vi.advanceTimersByTimeAsync(60_000)
  expect([failure(), getDraftTitle(server)]).toEqual([undefined, "Second"])
})

test("closing the editor sends the draft and removes the member from the item's editors", async () => {
  const server = new DraftServer()
  server.editors = ["Elīna", "Jonas"]
  const { change, editor } = await openEditor(server)
  change("Second")
  editor.close()
  await vi.advanceTimersByTimeAsync(0)
  expect([getDraftTitle(server), server.editors]).toEqual(["Second", ["Jonas"]])
})

test("a request that could not store the draft is retried with increasing delays", async () => {
  const { server, type } = await openEditor()
  server.failure = "database_unavailable"
  await type("Second")
  await vi.advanceTimersByTimeAsync(180_000)
  expect(server.storeRequests, "a constant delay of 5 s would send 36").toBeLessThan(9)
  server.failure = null
  await vi.advanceTimersByTimeAsync(60_000)
  expect(getDraftTitle(server)).toBe("Second")
})

test("the editor recognizes its own draft after a lost response", async () => {
  const { server, type, state, $newerVersion } = await openEditor()
  server.failure = "lost"
  await type("Second")
  server.failure = null
  await type("Second one")
  await vi.advanceTimersByTimeAsync(3_000)
  expect([getDraftTitle(server), state(), $newerVersion.get()]).toEqual([
    "Second one",
    "on-server",
    null,
  ])
})

test("after the member has logged in again, the text from before the expired session is restored and sent", async () => {
  const server = new DraftServer()
  const first = await openEditor(server)
  server.failure = "sign_in_required"
  await first.type("Second")
  expect(first.$draftFailure.get()).toMatchObject({ code: "sign_in_required" })
  first.leave()
  server.failure = null
  const again = await openEditor(server, { storage: first.storage })
  expect(again.title()).toBe("Second")
  await vi.advanceTimersByTimeAsync(100)
  expect(getDraftTitle(server)).toBe("Second")
})

test("another device continues with the latest draft", async () => {
  const server = new DraftServer()
  const laptop = await openEditor(server)
  await laptop.type("Begun on the laptop")
  laptop.editor.close()
  const phone = await openEditor(server)
  expect(phone.title()).toBe("Begun on the laptop")
  expect(phone.$restoredDraft.get()).toMatchObject({ name: null })
  expect((await openEditor(server, { name: "Jonas" })).$restoredDraft.get()).toMatchObject({
    name: "Elīna",
  })
  await phone.type("Ended on the phone")
  phone.editor.close()
  const again = await openEditor(server, { storage: laptop.storage })
  expect([again.title(), again.$newerVersion.get()]).toEqual(["Ended on the phone", null])
})

test("the member merges different drafts of two devices", async () => {
  const server = new DraftServer()
  const laptop = await openEditor(server)
  await laptop.type("Begun")
  server.failure = "unreachable"
  await laptop.type("On the laptop")
  laptop.dispose()
  await vi.advanceTimersByTimeAsync(0)
  server.failure = null
  const phone = await openEditor(server)
  await phone.type("On the phone")
  phone.dispose()
  const again = await openEditor(server, { storage: laptop.storage })
  expect(again.title()).toBe("On the laptop")
  expect(again.$newerVersion.get()).toMatchObject({
    kind: "draft",
    name: "Elīna",
    base: { title: "Begun" },
    values: { title: "On the phone" },
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(getDraftTitle(server)).toBe("On the phone")
  again.acceptNewer({ title: "On both", is_public: false })
  await vi.advanceTimersByTimeAsync(3_000)
  expect([again.title(), getDraftTitle(server), again.$newerVersion.get()]).toEqual([
    "On both",
    "On both",
    null,
  ])
})

test("if two members edit at the same time, the second one has to merge the drafts", async () => {
  const server = new DraftServer()
  const editor = await openEditor(server)
  const otherEditor = await openEditor(server, { name: "Jonas" })
  await editor.type("Elīna's")
  await otherEditor.type("Jonas's")
  expect(otherEditor.$newerVersion.get()).toMatchObject({ kind: "draft", name: "Elīna" })
  expect([getDraftTitle(server), otherEditor.state()]).toEqual(["Elīna's", "in-browser"])
})

test("other editors are shown, and their newer draft is offered for a merge before the member types", async () => {
  const server = new DraftServer()
  server.editors = ["Elīna", "Jonas"]
  const editor = await openEditor(server)
  expect(editor.$otherEditors.get()).toEqual(["Jonas"])
  const otherEditor = await openEditor(server, { name: "Jonas" })
  await otherEditor.type("Jonas's")
  server.editors = ["Elīna"]
  await vi.advanceTimersByTimeAsync(20_000)
  expect(editor.$otherEditors.get()).toEqual([])
  expect(editor.$newerVersion.get()).toMatchObject({ kind: "draft", name: "Jonas" })
})

test("a version that another member has saved is offered for a merge, and the next save replaces it", async () => {
  const server = new DraftServer()
  const editor = await openEditor(server)
  server.updatedAt = "2026-03-01T12:00:01.000Z"
  await vi.advanceTimersByTimeAsync(20_000)
  expect(editor.$newerVersion.get()).toMatchObject({ kind: "saved", name: "Jonas" })
  editor.acceptNewer({ title: "Both", is_public: false })
  expect(await editor.save()).toBe(true)
  expect(editor.update).toHaveBeenLastCalledWith(
    "n1",
    "2026-03-01T12:00:01.000Z",
    expect.anything(),
  )
})

test("a save sends the draft's version, and no draft is stored afterwards", async () => {
  const { server, type, save, update, storage, state } = await openEditor()
  await type("Second")
  expect(await save()).toBe(true)
  expect(update.mock.lastCall?.[2]).toMatchObject({ title: "Second", draft_version: 1 })
  await vi.advanceTimersByTimeAsync(30_000)
  expect([server.draft, state(), server.storeRequests]).toEqual([null, "none", 1])
  expect(makeBuffer(storage).$ids.get()).toEqual([])
})

test("a draft that was saved on another device is not restored", async () => {
  const server = new DraftServer()
  const laptop = await openEditor(server)
  await laptop.type("Second")
  laptop.dispose()
  const phone = await openEditor(server)
  await phone.save()
  const again = await openEditor(server, {
    storage: laptop.storage,
    note: makeNote({ title: "Second" }),
  })
  expect([again.title(), again.$draft.get()]).toEqual(["Second", "none"])
})

test("discarding deletes the draft in the browser and on the server", async () => {
  const { server, type, discard, storage, title } = await openEditor()
  await type("Second")
  discard()
  await vi.advanceTimersByTimeAsync(5_000)
  expect([server.draft, title(), makeBuffer(storage).$ids.get()]).toEqual([null, "First", []])
})

test("two tabs without a connection keep separate drafts, and both are merged later", async () => {
  const server = new DraftServer()
  const storage = new FakeStorage()
  const first = await openEditor(server, { storage })
  const second = await openEditor(server, { storage })
  server.failure = "unreachable"
  await first.type("In the first")
  await second.type("In the second")
  first.leave()
  second.leave()
  server.failure = null
  const again = await openEditor(server, { storage })
  const newerVersion = again.$newerVersion.get()
  expect(newerVersion?.kind).toBe("tab")
  expect([again.title(), newerVersion?.values.title].sort()).toEqual([
    "In the first",
    "In the second",
  ])
  again.acceptNewer({ title: "In both", is_public: false })
  await vi.advanceTimersByTimeAsync(3_000)
  expect([getDraftTitle(server), makeBuffer(storage).$ids.get()]).toEqual(["In both", []])
})

test.each([
  ["a", 1],
  ["ā", 0],
])("a draft of 40,000 letters %s is sent with %d keepalive requests", async (letter, count) => {
  const { server, change, leave } = await openEditor()
  change(letter.repeat(40_000))
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect([server.storeRequests, server.keepaliveRequests]).toEqual([1, count])
})

test("leaving the page sends the draft once", async () => {
  const { server, change, leave } = await openEditor()
  change("Second")
  leave()
  leave()
  await vi.advanceTimersByTimeAsync(0)
  expect([getDraftTitle(server), server.storeRequests]).toEqual(["Second", 1])
})
