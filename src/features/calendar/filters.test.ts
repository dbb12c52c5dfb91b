import { expect, test } from "vitest"
import { ALL, filtersOf, searchOf } from "./filters.ts"

test("an address without a query shows all of it", () => {
  expect(filtersOf("")).toEqual(ALL)
  expect(searchOf(ALL, "")).toBe("")
})

test("what is chosen can be shared, and comes back as it was", () => {
  const chosen = { country: "lv", team: "kell-kolm", view: "list", month: "2026-12" } as const
  const search = searchOf(chosen, "")
  expect(search).toBe("?country=lv&team=kell-kolm&view=list&month=2026-12")
  expect(filtersOf(search)).toEqual(chosen)
})

test("other parameters stay where they are", () => {
  expect(searchOf({ ...ALL, country: "ee" }, "?lang=lv&team=x")).toBe("?lang=lv&country=ee")
})

test.each(["?country=fi", "?team=../x", "?month=2026-13", "?month=soon", "?view=year"])(
  "%s is left out",
  (search) => expect(filtersOf(search)).toEqual(ALL),
)
