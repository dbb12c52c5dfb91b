import { expect, test } from "vitest"
import { toSearchText } from "../../../shared/search-text.ts"
import { formatQuery, MAX_SEARCH_LENGTH, readFilter } from "./list-query.ts"

test("a query string is parsed and written back unchanged", () => {
  const query = "?search=R%C4%ABga&country=lv&open=1"
  expect(readFilter(query)).toEqual({ search: "Rīga", country: "lv", isRecruiting: true })
  expect(formatQuery("", readFilter(query))).toBe(query)
})

test("blank and unknown parameters are ignored", () => {
  expect(readFilter("?search=%20%20&x=1")).toEqual({
    search: "",
    country: "",
    isRecruiting: false,
  })
})

test("a search is cut to the maximum length", () => {
  expect(readFilter(`?search=${"a".repeat(500)}`).search).toHaveLength(MAX_SEARCH_LENGTH)
})

test("the parameters of an empty filter are removed from the URL, and others are kept", () => {
  const noFilter = { search: "", country: "", isRecruiting: false }
  expect(formatQuery("?lang=lv&search=old", noFilter)).toBe("?lang=lv")
  expect(formatQuery("?search=old", noFilter)).toBe("")
})

test("the parameters of a filter are added to the URL", () => {
  expect(formatQuery("?lang=lv", { search: "tartu", country: "ee", isRecruiting: false })).toBe(
    "?lang=lv&search=tartu&country=ee",
  )
})

test.each([
  ["RĪGAS ZVA", "Rīgas Zvaigznes"],
  ["pohja", "Põhjatäht"],
  ["zaibas", "Žaibas"],
])("the search ignores case and diacritics: %s finds %s", (typed, name) => {
  expect(toSearchText(name)).toContain(toSearchText(typed))
})
