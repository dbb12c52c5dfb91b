import { createElement } from "react"
import { afterEach, expect, test } from "vitest"
import { renderHtml } from "./html.ts"

interface Item {
  name: string
}

function ItemName({ name }: Item) {
  if (name === "broken") throw new Error("cannot be rendered")
  return createElement("li", null, name)
}

function TwoLists({ title, news, teams }: { title: string; news: Item[]; teams: Item[] }) {
  if (title === "broken") throw new Error("no title")
  const items = [...news, ...teams].map((item) =>
    createElement(ItemName, { key: item.name, ...item }),
  )
  return createElement("ul", { title }, items)
}

const makeItems = (...names: string[]) => names.map((name) => ({ name }))

function collectReports() {
  const reported: unknown[] = []
  globalThis.contentTracker = Object.assign(globalThis.contentTracker ?? {}, {
    onLeftOut: (_: string | null, error: Error) => reported.push(error.message),
  })
  return reported
}

afterEach(() => void delete globalThis.contentTracker?.onLeftOut)

test("a list item that fails to render is left out and reported once", () => {
  const reported = collectReports()
  const props = { title: "All", news: makeItems("a", "broken", "b"), teams: makeItems("c") }
  expect(renderHtml(TwoLists, props)).toBe(`<ul title="All"><li>a</li><li>b</li><li>c</li></ul>`)
  expect(reported).toEqual(["cannot be rendered"])
})

test("an error that is not caused by a list item is thrown", () => {
  collectReports()
  expect(() => renderHtml(TwoLists, { title: "broken", news: makeItems("a"), teams: [] })).toThrow(
    "no title",
  )
})

test("an item's error is thrown if no listener for reports is set, as in astro dev", () => {
  expect(() =>
    renderHtml(TwoLists, { title: "All", news: makeItems("broken"), teams: [] }),
  ).toThrow("cannot be rendered")
})
