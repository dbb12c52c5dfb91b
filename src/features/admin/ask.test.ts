import { expect, test } from "vitest"
import { askIn, changedAsk, isNarrowed, isSameAsk, queryWith } from "./ask.ts"

const params = { search: "text", filter: ["", "draft"], sort: ["newest", "name"] } as const

test("an address says what is asked for; what it cannot ask for is the usual", () => {
  expect(askIn("?search=%20a%20%20b&filter=draft&sort=name&x=1", params)).toEqual({
    search: "a b",
    filter: "draft",
    sort: "name",
  })
  expect(askIn("?filter=secret&sort=newest", params)).toEqual({ search: "", filter: "", sort: "" })
})

test("the address keeps what else it holds, and nothing that is usual", () => {
  const ask = askIn("?filter=draft", params)
  expect(queryWith("?edit=7&search=old", ask)).toBe("?edit=7&filter=draft")
  expect(queryWith("?search=old", askIn("", params))).toBe("")
})

test("an order leaves nothing out, a search and a filter do", () => {
  expect(isNarrowed(askIn("?sort=name", params))).toBe(false)
  expect(isNarrowed(askIn("?search=a", params))).toBe(true)
})

test("a change is tidied, and a space being typed asks for nothing new", () => {
  const ask = askIn("?search=a", params)
  expect(isSameAsk(changedAsk(ask, { search: "a " }, params), ask)).toBe(true)
  expect(changedAsk(ask, { sort: "name" }, params)).toEqual({
    search: "a",
    filter: "",
    sort: "name",
  })
})
