import { expect, test } from "vitest"
import {
  changeQuery,
  isNarrowed,
  isSameQuery,
  parseQuery,
  replaceSearchParams,
  withDefaultFilter,
} from "./query.ts"

const params = { search: "text", filter: ["", "draft"], sort: ["newest", "name"] } as const

test("a query is parsed from the URL, and invalid values become defaults", () => {
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

test("the URL keeps other parameters and leaves out defaults", () => {
  const query = parseQuery("?filter=draft", params)
  expect(replaceSearchParams("?edit=7&search=old", query)).toBe("?edit=7&filter=draft")
  expect(replaceSearchParams("?search=old", parseQuery("", params))).toBe("")
})

test("a search or a filter narrows a list, but a sort order does not", () => {
  expect(isNarrowed(parseQuery("?sort=name", params))).toBe(false)
  expect(isNarrowed(parseQuery("?search=a", params))).toBe(true)
  expect(isNarrowed(parseQuery("?filter=draft", params))).toBe(true)
})

test("a changed query is normalized: a trailing space makes no difference", () => {
  const query = parseQuery("?search=a", params)
  expect(isSameQuery(changeQuery(query, { search: "a " }, params), query)).toBe(true)
  expect(changeQuery(query, { sort: "name" }, params)).toEqual({
    search: "a",
    filter: "",
    sort: "name",
  })
})

test("a selected filter replaces the default filter, and the filter “all” removes it", () => {
  const toApiQuery = withDefaultFilter("open")
  expect(toApiQuery({ filter: "", search: "a" })).toEqual({ filter: "open", search: "a" })
  expect(toApiQuery({ filter: "hidden" })).toEqual({ filter: "hidden" })
  expect(toApiQuery({ filter: "all" })).toEqual({ filter: "" })
})
