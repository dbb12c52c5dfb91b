import { expect, test, vi } from "vitest"
import { CallError, invalidateKeys } from "../../../islands/query.ts"
import { failed } from "../../../shared/call.ts"
import { watch } from "../../account/fixtures.ts"
import { makeNote, type Note, notes } from "../fixtures.ts"
import { createList, createSelection, type Page } from "./list.ts"

const page = (ids: string[], next?: string): Page<Note> => ({
  rows: ids.map((id) => makeNote({ id })),
  next,
})

const failure = (code: "unreachable" | "database_unavailable") =>
  new CallError(failed(code).failure)

async function makeList(...answers: (Page<Note> | Error)[]) {
  invalidateKeys(() => true)
  const fetchPage = vi.fn(async (_query: object, _cursor?: string) => {
    const answer = answers.shift() ?? failure("unreachable")
    if (answer instanceof Error) throw answer
    return answer
  })
  const list = createList<Note>(notes, "", fetchPage)
  watch(list.$list)
  const ids = () => {
    const state = list.$list.get()
    return state.status === "ready" ? state.rows.map(({ id }) => id) : state.status
  }
  const first = ids()
  await vi.waitFor(() => expect(ids()).not.toBe("loading"))
  return { ...list, fetchPage, ids, first }
}

test("pages are loaded by cursor until the last one", async () => {
  const { first, loadMore, ids, fetchPage } = await makeList(
    page(["a", "b"], "after-b"),
    page(["c"]),
  )
  expect(first).toBe("loading")
  await loadMore()
  await loadMore()
  expect(ids()).toEqual(["a", "b", "c"])
  expect(fetchPage.mock.calls.map(([, cursor]) => cursor)).toEqual([undefined, "after-b"])
})

test("a failed first page can be retried", async () => {
  const { reload, ids, $list } = await makeList(failure("database_unavailable"), page(["a"]))
  expect($list.get()).toMatchObject({ failure: { code: "database_unavailable" } })
  reload()
  expect(ids()).toBe("loading")
  await vi.waitFor(() => expect(ids()).toEqual(["a"]))
})

test("a failed further page keeps the rows and can be retried", async () => {
  const { loadMore, ids, $list } = await makeList(
    page(["a"], "after-a"),
    failure("unreachable"),
    page(["b"]),
  )
  await loadMore()
  expect($list.get()).toMatchObject({ more: "failed", rows: [{ id: "a" }] })
  await loadMore()
  expect(ids()).toEqual(["a", "b"])
})

test("only one further page is requested at a time", async () => {
  const { loadMore, fetchPage } = await makeList(page(["a"], "after-a"), page(["b"]))
  await Promise.all([loadMore(), loadMore()])
  expect(fetchPage).toHaveBeenCalledTimes(2)
})

test("a reload keeps all loaded pages, also when it fails", async () => {
  const { loadMore, reload, ids, fetchPage } = await makeList(
    page(["a"], "after-a"),
    page(["b"]),
    page(["new", "a"], "after-a"),
    page(["b"]),
  )
  await loadMore()
  reload()
  await vi.waitFor(() => expect(ids()).toEqual(["new", "a", "b"]))
  reload()
  await vi.waitFor(() => expect(fetchPage).toHaveBeenCalledTimes(5))
  expect(ids()).toEqual(["new", "a", "b"])
})

test("a saved row is replaced, a new one comes first, a deleted one disappears", async () => {
  const { put, drop, ids, $list } = await makeList(page(["a", "b"]))
  put(makeNote({ id: "b", title: "Later" }))
  put(makeNote({ id: "c" }))
  expect(ids()).toEqual(["c", "a", "b"])
  expect($list.get()).toMatchObject({ rows: [{}, {}, { title: "Later" }] })
  drop("a")
  expect(ids()).toEqual(["c", "b"])
})

test("a row added by a save is not repeated by a further page", async () => {
  const { put, loadMore, ids } = await makeList(page(["a"], "after-a"), page(["b", "c"]))
  put(makeNote({ id: "b" }))
  await loadMore()
  expect(ids()).toEqual(["b", "a", "c"])
})

test("another query starts with the first page, and marks the old rows as outdated until then", async () => {
  const { setQuery, ids, $list, fetchPage } = await makeList(page(["a"]), page(["found"]))
  setQuery({ search: " " })
  setQuery({ search: "x" })
  expect($list.get()).toMatchObject({ rows: [{ id: "a" }], isOutdated: true })
  await vi.waitFor(() => expect(ids()).toEqual(["found"]))
  expect($list.get()).toMatchObject({ isOutdated: false })
  expect(fetchPage.mock.calls.map(([query]) => query)).toEqual([
    { search: "", filter: "", sort: "" },
    { search: "x", filter: "", sort: "" },
  ])
})

test("a failed query does not show the rows of the previous one", async () => {
  const { setQuery, $list } = await makeList(page(["a"]), failure("database_unavailable"))
  setQuery({ search: "x" })
  await vi.waitFor(() => expect($list.get().status).toBe("failed"))
})

test("an answer that was requested before a change does not revert the change", async () => {
  const { reload, put, $list, fetchPage } = await makeList(page(["a"]), page(["a"]), {
    rows: [makeNote({ id: "a", title: "Later" })],
    next: undefined,
  })
  reload()
  put(makeNote({ id: "a", title: "Later" }))
  await vi.waitFor(() => expect(fetchPage).toHaveBeenCalledTimes(3))
  await vi.waitFor(() => expect($list.get()).toMatchObject({ rows: [{ title: "Later" }] }))
})

test("rows that leave the list are not selected anymore", async () => {
  const list = await makeList(page(["a", "b"]))
  const { $selected, selectAll, select } = createSelection(list)
  watch($selected)
  selectAll()
  select("b", false)
  expect($selected.get()).toMatchObject([{ id: "a" }])
  list.drop("a")
  expect($selected.get()).toEqual([])
})
