import { expect, test } from "vitest"
import { changedQuery, isNarrowed, isSameQuery, parseQuery, searchWith } from "./query.ts"

const params = { search: "text", filter: ["", "draft"], sort: ["newest", "name"] } as const

test("an address says what is asked for; what it cannot ask for is the usual", () => {
  expect(parseQuery("?search=%20a%20%20b&filter=draft&sort=name&x=1", params)).toEqual({
    search: "a b",
    filter: "draft",
    sort: "name",
  })
  expect(parseQuery("?filter=secret&sort=newest", params)).toEqual({
    search: "",
    filter: "",
    sort: "",
  })
})

test("the address keeps what else it holds, and nothing that is usual", () => {
  const query = parseQuery("?filter=draft", params)
  expect(searchWith("?edit=7&search=old", query)).toBe("?edit=7&filter=draft")
  expect(searchWith("?search=old", parseQuery("", params))).toBe("")
})

test("an order leaves nothing out, a search and a filter do", () => {
  expect(isNarrowed(parseQuery("?sort=name", params))).toBe(false)
  expect(isNarrowed(parseQuery("?search=a", params))).toBe(true)
})

test("a change is tidied, and a space being typed asks for nothing new", () => {
  const query = parseQuery("?search=a", params)
  expect(isSameQuery(changedQuery(query, { search: "a " }, params), query)).toBe(true)
  expect(changedQuery(query, { sort: "name" }, params)).toEqual({
    search: "a",
    filter: "",
    sort: "name",
  })
})
