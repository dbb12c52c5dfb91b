import { expect, test } from "vitest"
import { getInitials } from "./initials.ts"

test.each([
  ["Liga Ozola", "LO"],
  ["  jonas  ", "J"],
  ["Anna Marija de Vries", "AM"],
  ["(Seoul) «Vilnius» crew", "SV"],
  ["Ņina Šķēle", "ŅŠ"],
  ["김지수", "김"],
  ["🌙 luna", "L"],
  ["🌙", "🌙"],
  ["👩‍🎤🌙", "👩‍🎤"],
  ["🇱🇻", "🇱🇻"],
  ["", "♪"],
])("the initials of %o are %o", (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})
