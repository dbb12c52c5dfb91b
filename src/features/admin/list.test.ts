import { expect, test } from "vitest"
import { type Answer, failed } from "../../call.ts"
import { createList } from "./list.ts"
import type { Page, Row } from "./resource.ts"

interface Dated extends Row {
  updated_at: string
}

const makeRow = (id: string, updated_at = "2026-01-01T00:00:00.000Z"): Dated => ({ id, updated_at })

const page = (ids: string[], next?: string): Answer<Page<Dated>> => ({
  ok: true,
  body: { rows: ids.map((id) => makeRow(id)), next },
  headers: new Headers(),
})

function makeList(...answers: Answer<Page<Dated>>[]) {
  const cursors: (string | undefined)[] = []
  const list = createList<Dated>(async (_ask, cursor) => {
    cursors.push(cursor)
    return answers.shift() ?? failed("unreachable")
  })
  const ids = () => {
    const state = list.$list.get()
    return state.status === "ready" ? state.rows.map(({ id }) => id) : state.status
  }
  return { ...list, cursors, ids }
}

test("pages follow each other by their cursor until the last", async () => {
  const { reload, loadMore, ids, cursors } = makeList(page(["a", "b"], "after-b"), page(["c"]))
  expect(ids()).toBe("loading")
  await reload()
  await loadMore()
  await loadMore()
  expect(ids()).toEqual(["a", "b", "c"])
  expect(cursors).toEqual([undefined, "after-b"])
})

test("a first page that does not come is a failure that can be tried again", async () => {
  const { reload, ids, $list } = makeList(failed("database_unavailable"), page(["a"]))
  await reload()
  expect($list.get()).toMatchObject({ failure: { code: "database_unavailable" } })
  const again = reload()
  expect(ids()).toBe("loading")
  await again
  expect(ids()).toEqual(["a"])
})

test("a further page that does not come leaves what is there, and can be tried again", async () => {
  const { reload, loadMore, ids, $list } = makeList(
    page(["a"], "after-a"),
    failed("unreachable"),
    page(["b"]),
  )
  await reload()
  await loadMore()
  expect($list.get()).toMatchObject({ more: "failed", rows: [makeRow("a")] })
  await loadMore()
  expect(ids()).toEqual(["a", "b"])
})

test("one further page is asked for at a time", async () => {
  const { reload, loadMore, cursors } = makeList(page(["a"], "after-a"), page(["b"]))
  await reload()
  await Promise.all([loadMore(), loadMore()])
  expect(cursors).toHaveLength(2)
})

test("of two loads the later counts", async () => {
  const answers: ((answer: Answer<Page<Dated>>) => void)[] = []
  const list = createList<Dated>(() => new Promise((resolve) => answers.push(resolve)))
  const loads = [list.reload(), list.reload()]
  answers[1]?.(page(["new"]))
  answers[0]?.(page(["old"]))
  await Promise.all(loads)
  expect(list.$list.get()).toMatchObject({ rows: [makeRow("new")] })
})

test("a saved row stands in its place, a new one first, a deleted one nowhere", async () => {
  const { reload, put, drop, ids, $list } = makeList(page(["a", "b"]))
  await reload()
  put(makeRow("b", "later"))
  put(makeRow("c"))
  expect(ids()).toEqual(["c", "a", "b"])
  expect($list.get()).toMatchObject({ rows: [{}, {}, { updated_at: "later" }] })
  drop("a")
  expect(ids()).toEqual(["c", "b"])
})

test("a row that was saved here is not listed twice by a further page", async () => {
  const { reload, put, loadMore, ids } = makeList(page(["a"], "after-a"), page(["b", "c"]))
  await reload()
  put(makeRow("b"))
  await loadMore()
  expect(ids()).toEqual(["b", "a", "c"])
})

test("another ask starts at the top; until its rows are there, the old ones are outdated", async () => {
  const asks: object[] = []
  const list = createList<Dated>(async (ask) => {
    asks.push(ask)
    return page(["search" in ask ? "found" : "a"])
  })
  await list.ask({})
  await list.ask({})
  const searching = list.ask({ search: "x" })
  expect(list.$list.get()).toMatchObject({ rows: [makeRow("a")], isOutdated: true })
  await searching
  expect(list.$list.get()).toMatchObject({ rows: [makeRow("found")], isOutdated: false })
  expect(asks).toEqual([{}, { search: "x" }])
})
