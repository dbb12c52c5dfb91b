import { expect, test } from "vitest"
import { toSearchText } from "../../../shared/search-text.ts"
import { formatQuery, MAX_SEARCH_LENGTH, readFilter } from "./list-query.ts"

test("a query string is parsed and written back unchanged", () => {
  const query = "?search=R%C4%ABga&country=lv&open=1"
  expect(readFilter(query)).toEqual({ search: "Rīga", country: "lv", isRecruiting: true })
  expect(formatQuery("", readFilter(query))).toBe(query)
})

test("blank and unknown parameters are ignored, and a long search is cut", () => {
  expect(readFilter("?search=%20%20&x=1")).toEqual({
    search: "",
    country: "",
    isRecruiting: false,
  })
  expect(readFilter(`?search=${"a".repeat(500)}`).search).toHaveLength(MAX_SEARCH_LENGTH)
})

test("other parameters of the URL are kept", () => {
  const NO_FILTER = { search: "", country: "", isRecruiting: false }
  expect(formatQuery("?lang=lv&search=old", NO_FILTER)).toBe("?lang=lv")
  expect(formatQuery("?search=old", NO_FILTER)).toBe("")
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
