import { expect, test } from "vitest"
import { isWhole, listPath, narrowedBy, queryFor, SEARCH_MAX } from "./list-address.ts"

test("an address is read, and written as it was", () => {
  const query = "?search=R%C4%ABga&country=lv"
  expect(narrowedBy(query)).toEqual({ search: "Rīga", country: "lv" })
  expect(queryFor("", narrowedBy(query))).toBe(query)
})

test("what nobody means is nothing", () => {
  expect(isWhole(narrowedBy("?search=%20%20&country=fi&x=1"))).toBe(true)
  expect(narrowedBy(`?search=${"a".repeat(500)}`).search).toHaveLength(SEARCH_MAX)
})

test("the rest of the address stays", () => {
  const whole = { search: "", country: null }
  expect(queryFor("?lang=lv&search=old", whole)).toBe("?lang=lv")
  expect(queryFor("?search=old", whole)).toBe("")
  expect(queryFor("?lang=lv", { search: "tartu", country: "ee" })).toBe(
    "?lang=lv&search=tartu&country=ee",
  )
})

test("the API is asked with what is set", () => {
  expect(listPath({ search: "", country: null }, 24)).toBe("/api/teams?limit=24")
  expect(listPath({ search: "a&b", country: "lt" }, 24, "x=")).toBe(
    "/api/teams?limit=24&search=a%26b&country=lt&cursor=x%3D",
  )
})
