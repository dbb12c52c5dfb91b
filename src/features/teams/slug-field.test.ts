import { expect, test } from "vitest"
import { renamed, slugHintOf } from "./slug-field.ts"

test("the slug follows the name as it is typed", () => {
  expect(renamed({ name: "", slug: "" }, "Rīgas Zvaigznes")).toEqual({
    name: "Rīgas Zvaigznes",
    slug: "rigas-zvaigznes",
  })
  expect(renamed({ name: "Rīgas", slug: "rigas" }, "Звёзды Риги")).toMatchObject({
    slug: "zvezdy-rigi",
  })
})

test("a slug written by hand stays, until it is emptied", () => {
  expect(renamed({ name: "Rīgas", slug: "stars" }, "Rīgas Z")).toEqual({ name: "Rīgas Z" })
  expect(renamed({ name: "Rīgas", slug: "" }, "Rīgas Z")).toMatchObject({ slug: "rigas-z" })
})

test("a name of emoji needs an address written by hand", () => {
  expect(slugHintOf({ name: "💃💃", slug: "" }, null)).toBe("slugUnwritable")
  expect(slugHintOf({ name: "", slug: "" }, null)).toBe("slugEmpty")
})

test("an address is shown, one that moves is warned of, one that cannot be has its error", () => {
  expect(slugHintOf({ name: "A", slug: "a" }, null)).toBe("slugHint")
  expect(slugHintOf({ name: "A", slug: "a" }, "a")).toBe("slugHint")
  expect(slugHintOf({ name: "A", slug: "b" }, "a")).toBe("slugMoves")
  expect(slugHintOf({ name: "A", slug: "A b" }, null)).toBeNull()
})
