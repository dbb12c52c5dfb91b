import { expect, test } from "vitest"
import { findTeamOfSameName } from "./form-parts.tsx"

test("another team with the same name is found, regardless of case, diacritics and spaces", () => {
  const teams = [{ name: "Rīgas Zvaigznes", slug: "stars" }]
  const makeNames = (name: string) => ({ name, slug: "" })
  expect(findTeamOfSameName(teams, makeNames("rigas  zvaigznes"), null)?.slug).toBe("stars")
  expect(findTeamOfSameName(teams, makeNames("Rīgas Zvaigznes"), "stars")).toBeNull()
  expect(findTeamOfSameName(teams, makeNames("Rīgas"), null)).toBeNull()
  expect(findTeamOfSameName([{ name: "💃", slug: "a" }], makeNames("🕺"), null)).toBeNull()
})
