import { expect, test } from "vitest"
import { findTeamOfSameName, getChangesForName, getSlugHint } from "./form-parts.tsx"

test("the slug follows the typed name", () => {
  expect(getChangesForName({ name: "", slug: "" }, "Rīgas Zvaigznes")).toEqual({
    name: "Rīgas Zvaigznes",
    slug: "rigas-zvaigznes",
  })
})

test("a slug typed by hand follows the name only after the slug was emptied", () => {
  expect(getChangesForName({ name: "Rīgas", slug: "stars" }, "Rīgas Z")).toEqual({
    name: "Rīgas Z",
  })
  expect(getChangesForName({ name: "Rīgas", slug: "" }, "Rīgas Z")).toMatchObject({
    slug: "rigas-z",
  })
})

test("another team with the same name is found, regardless of case, diacritics and spaces", () => {
  const teams = [{ name: "Rīgas Zvaigznes", slug: "stars" }]
  const makeNames = (name: string) => ({ name, slug: "" })
  expect(findTeamOfSameName(teams, makeNames("rigas  zvaigznes"), null)?.slug).toBe("stars")
  expect(findTeamOfSameName(teams, makeNames("Rīgas Zvaigznes"), "stars")).toBeNull()
  expect(findTeamOfSameName(teams, makeNames("Rīgas"), null)).toBeNull()
  expect(findTeamOfSameName([{ name: "💃", slug: "a" }], makeNames("🕺"), null)).toBeNull()
})

test.each([
  ["a name of emoji needs a slug typed by hand", "💃💃", "", null, "slugUnwritable"],
  ["an empty form has the hint of an empty slug", "", "", null, "slugEmpty"],
  ["a new slug is shown", "A", "a", null, "slugHint"],
  ["the saved slug is shown", "A", "a", "a", "slugHint"],
  ["a changed slug has a warning", "A", "b", "a", "slugMoves"],
  ["an invalid slug has an error and no hint", "A", "A b", null, null],
] as const)("%s", (_, name, slug, savedSlug, hint) => {
  expect(getSlugHint({ name, slug }, savedSlug)).toBe(hint)
})
