import { expect, test } from "vitest"
import { getSlugChange, getSlugHint } from "./slug-field.ts"

test("the slug follows the typed name", () => {
  expect(getSlugChange("", "", "Rīgas Zvaigznes")).toEqual({ slug: "rigas-zvaigznes" })
  expect(getSlugChange("riga", "Rīga", "Rīgas")).toEqual({ slug: "rigas" })
})

test("a slug that was typed by hand follows the name only after the slug field was emptied", () => {
  expect(getSlugChange("stars", "Rīgas", "Rīgas Z")).toEqual({})
  expect(getSlugChange("", "Rīgas", "Rīgas Z")).toEqual({ slug: "rigas-z" })
})

test.each([
  ["a name of emoji needs a slug typed by hand", "💃💃", "", null, "slugUnwritable"],
  ["an empty form has the hint of an empty slug", "", "", null, "slugEmpty"],
  ["the hint shows a new slug", "A", "a", null, "slugHint"],
  ["the hint shows the public slug", "A", "a", "a", "slugHint"],
  ["a changed slug has a warning", "A", "b", "a", "slugMoves"],
  ["an invalid slug has an error and no hint", "A", "A b", null, null],
] as const)("%s", (_, name, slug, publicSlug, hint) => {
  expect(getSlugHint(name, slug, publicSlug)).toBe(hint)
})
