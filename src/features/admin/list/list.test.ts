import { expect, test, vi } from "vitest"
import { CallError, invalidateKeys } from "../../../islands/query.ts"
import { createFailure } from "../../../shared/call.ts"
import { watch } from "../../account/fixtures.ts"
import { makeNote, type Note, notes } from "../fixtures.ts"
import { createList, createSelection, type Page } from "./list.ts"

const makePage = (ids: string[], next?: string): Page<Note> => ({
  rows: ids.map((id) => makeNote({ id })),
  next,
})

const makeFailure = (code: "unreachable" | "database_unavailable") =>
  new CallError(createFailure(code).failure)

async function makeList(...results: (Page<Note> | Error)[]) {
  invalidateKeys(() => true)
  const fetchPage = vi.fn(async (_query: object, _cursor?: string) => {
    const page = results.shift() ?? makeFailure("unreachable")
    if (page instanceof Error) throw page
    return page
  })
  const list = createList<Note>(notes, "", fetchPage)
  watch(list.$list)
  const getIds = () => {
    const state = list.$list.get()
    return state.status === "ready" ? state.rows.map(({ id }) => id) : state.status
  }
  const first = getIds()
  await vi.waitFor(() => expect(getIds()).not.toBe("loading"))
  return { ...list, fetchPage, ids: getIds, first }
}

test("pages are loaded by cursor until the last page", async () => {
  const { first, loadMore, ids, fetchPage } = await makeList(
    makePage(["a", "b"], "after-b"),
    makePage(["c"]),
  )
  expect(first).toBe("loading")
  await loadMore()
  await loadMore()
  expect(ids()).toEqual(["a", "b", "c"])
  expect(fetchPage.mock.calls.map(([, cursor]) => cursor)).toEqual([undefined, "after-b"])
})

test("a failed first page can be retried", async () => {
  const { reload, ids, $list } = await makeList(
    makeFailure("database_unavailable"),
    makePage(["a"]),
  )
  expect($list.get()).toMatchObject({ failure: { code: "database_unavailable" } })
  reload()
  expect(ids()).toBe("loading")
  await vi.waitFor(() => expect(ids()).toEqual(["a"]))
})

test("a failed further page keeps the rows and can be retried", async () => {
  const { loadMore, ids, $list } = await makeList(
    makePage(["a"], "after-a"),
    makeFailure("unreachable"),
    makePage(["b"]),
  )
  await loadMore()
  expect($list.get()).toMatchObject({ nextPageStatus: "failed", rows: [{ id: "a" }] })
  await loadMore()
  expect(ids()).toEqual(["a", "b"])
})

test("only one further page is requested at a time", async () => {
  const { loadMore, fetchPage } = await makeList(makePage(["a"], "after-a"), makePage(["b"]))
  await Promise.all([loadMore(), loadMore()])
  expect(fetchPage).toHaveBeenCalledTimes(2)
})

test("a reload keeps all loaded pages, even if the reload fails", async () => {
  const { loadMore, reload, ids, fetchPage } = await makeList(
    makePage(["a"], "after-a"),
    makePage(["b"]),
    makePage(["new", "a"], "after-a"),
    makePage(["b"]),
  )
  await loadMore()
  reload()
  await vi.waitFor(() => expect(ids()).toEqual(["new", "a", "b"]))
  reload()
  await vi.waitFor(() => expect(fetchPage).toHaveBeenCalledTimes(5))
  expect(ids()).toEqual(["new", "a", "b"])
})

test("a saved row is replaced, a new row comes first, and a deleted row disappears", async () => {
  const { put, drop, ids, $list } = await makeList(makePage(["a", "b"]))
  put(makeNote({ id: "b", title: "Later" }))
  put(makeNote({ id: "c" }))
  expect(ids()).toEqual(["c", "a", "b"])
  expect($list.get()).toMatchObject({ rows: [{}, {}, { title: "Later" }] })
  drop("a")
  expect(ids()).toEqual(["c", "b"])
})

test("a row that was added by a save does not appear again on a further page", async () => {
  const { put, loadMore, ids } = await makeList(makePage(["a"], "after-a"), makePage(["b", "c"]))
  put(makeNote({ id: "b" }))
  await loadMore()
  expect(ids()).toEqual(["b", "a", "c"])
})

test("a new query marks the shown rows as outdated until its own first page is loaded", async () => {
  const { setQuery, ids, $list, fetchPage } = await makeList(makePage(["a"]), makePage(["found"]))
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

test("a failed query does not show the rows of the previous query", async () => {
  const { setQuery, $list } = await makeList(makePage(["a"]), makeFailure("database_unavailable"))
  setQuery({ search: "x" })
  await vi.waitFor(() => expect($list.get().status).toBe("failed"))
})

test("if a row changes during a reload, the list is read again and shows the changed row", async () => {
  const { reload, put, $list, fetchPage } = await makeList(makePage(["a"]), makePage(["a"]), {
    rows: [makeNote({ id: "a", title: "Later" })],
    next: undefined,
  })
  reload()
  put(makeNote({ id: "a", title: "Later" }))
  await vi.waitFor(() => expect(fetchPage).toHaveBeenCalledTimes(3))
  await vi.waitFor(() => expect($list.get()).toMatchObject({ rows: [{ title: "Later" }] }))
})

test("rows that leave the list are not selected anymore", async () => {
  const list = await makeList(makePage(["a", "b"]))
  const { $selected, selectAll, select } = createSelection(list)
  watch($selected)
  selectAll()
  select("b", false)
  expect($selected.get()).toMatchObject([{ id: "a" }])
  list.drop("a")
  expect($selected.get()).toEqual([])
})
