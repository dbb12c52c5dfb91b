import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { FakeStorage } from "../../shared/fixtures.ts"
import { deleteRecentSearches, RECENT_SEARCHES } from "../../shared/recent-searches.ts"
import { addRecentSearch, listRecentSearches } from "./recent.ts"

beforeEach(() => void vi.stubGlobal("localStorage", new FakeStorage()))
afterEach(() => vi.unstubAllGlobals())

test("the last five searches are listed without duplicates, newest first", () => {
  for (const query of ["a", "b", "c", "d", "e", "f", "c"]) addRecentSearch(query)
  expect(listRecentSearches()).toEqual(["c", "f", "e", "d", "b"])
})

test("no searches are listed after they were deleted", () => {
  addRecentSearch("riga")
  deleteRecentSearches()
  expect(listRecentSearches()).toEqual([])
})

test.each([
  ["{", []],
  ["7", []],
  ['[1, "riga"]', ["riga"]],
])("of the stored JSON %j, only texts in a list are used", (json, searches) => {
  localStorage.setItem(RECENT_SEARCHES, json)
  expect(listRecentSearches()).toEqual(searches)
})

test("adding a search does not throw when the storage is full", () => {
  localStorage.setItem = () => {
    throw new Error("full")
  }
  addRecentSearch("riga")
  expect(listRecentSearches()).toEqual([])
})
