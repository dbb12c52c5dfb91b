import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { FakeStorage } from "../../shared/fixtures.ts"
import { forgetSearches } from "../../shared/recent-searches.ts"
import { addRecentSearch, listRecentSearches } from "./recent.ts"

beforeEach(() => void vi.stubGlobal("localStorage", new FakeStorage()))
afterEach(() => vi.unstubAllGlobals())

test("the last five searches are listed without duplicates, newest first", () => {
  for (const query of ["a", "b", "c", "d", "e", "f", "c"]) addRecentSearch(query)
  expect(listRecentSearches()).toEqual(["c", "f", "e", "d", "b"])
  forgetSearches()
  expect(listRecentSearches()).toEqual([])
})

test("invalid stored data is ignored", () => {
  for (const text of ["{", "7", '[1, "riga"]']) {
    localStorage.setItem("recent-searches", text)
    expect(listRecentSearches().filter((query) => query !== "riga")).toEqual([])
  }
})

test("adding a search does not throw when the storage is full", () => {
  localStorage.setItem = () => {
    throw new Error("full")
  }
  addRecentSearch("riga")
  expect(listRecentSearches()).toEqual([])
})
