import { expect, test } from "vitest"
import { folded } from "../../../shared/plain-text.ts"
import { narrowedBy, queryFor, SEARCH_MAX } from "./list-address.ts"

test("an address is read, and written as it was", () => {
  const query = "?search=R%C4%ABga&country=lv&open=1"
  expect(narrowedBy(query)).toEqual({ search: "Rīga", country: "lv", isOpen: true })
  expect(queryFor("", narrowedBy(query))).toBe(query)
})

test("what nobody means is nothing", () => {
  expect(narrowedBy("?search=%20%20&x=1")).toEqual({
    search: "",
    country: "",
    isOpen: false,
  })
  expect(narrowedBy(`?search=${"a".repeat(500)}`).search).toHaveLength(SEARCH_MAX)
})

test("the rest of the address stays", () => {
  const whole = { search: "", country: "", isOpen: false }
  expect(queryFor("?lang=lv&search=old", whole)).toBe("?lang=lv")
  expect(queryFor("?search=old", whole)).toBe("")
  expect(queryFor("?lang=lv", { search: "tartu", country: "ee", isOpen: false })).toBe(
    "?lang=lv&search=tartu&country=ee",
  )
})

test.each([
  ["RĪGAS ZVA", "Rīgas Zvaigznes"],
  ["pohja", "Põhjatäht"],
  ["zaibas", "Žaibas"],
])("capitals and marks do not matter: %s is in %s", (typed, name) => {
  expect(folded(name)).toContain(folded(typed))
})
