import { expect, test } from "vitest"
import { renamed, sameNamed, slugHintOf } from "./form-parts.tsx"

test("the slug follows the name as it is typed", () => {
  expect(renamed({ name: "", slug: "" }, "Rīgas Zvaigznes")).toEqual({
    name: "Rīgas Zvaigznes",
    slug: "rigas-zvaigznes",
  })
})

test("a slug written by hand stays, until it is emptied", () => {
  expect(renamed({ name: "Rīgas", slug: "stars" }, "Rīgas Z")).toEqual({ name: "Rīgas Z" })
  expect(renamed({ name: "Rīgas", slug: "" }, "Rīgas Z")).toMatchObject({ slug: "rigas-z" })
})

test("another team of the same name is known however it is spelled; one's own is none", () => {
  const teams = [{ name: "Rīgas Zvaigznes", slug: "stars" }]
  const named = (name: string) => ({ name, slug: "" })
  expect(sameNamed(teams, named("rigas  zvaigznes"), null)?.slug).toBe("stars")
  expect(sameNamed(teams, named("Rīgas Zvaigznes"), "stars")).toBeNull()
  expect(sameNamed(teams, named("Rīgas"), null)).toBeNull()
  expect(sameNamed([{ name: "💃", slug: "a" }], named("🕺"), null)).toBeNull()
})

test.each([
  ["a name of emoji needs an address written by hand", "💃💃", "", null, "slugUnwritable"],
  ["nothing is typed yet", "", "", null, "slugEmpty"],
  ["a new address is shown", "A", "a", null, "slugHint"],
  ["the saved one is shown", "A", "a", "a", "slugHint"],
  ["one that moves is warned of", "A", "b", "a", "slugMoves"],
  ["one that cannot be has its error", "A", "A b", null, null],
] as const)("%s", (_, name, slug, saved, hint) => {
  expect(slugHintOf({ name, slug }, saved)).toBe(hint)
})
