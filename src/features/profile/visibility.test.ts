import { expect, test } from "vitest"
import { splitBirthDate } from "./birth-date.ts"
import { valuesOf } from "./values.ts"
import { visibleParts } from "./visibility.ts"

const values = valuesOf(null)

test("until something is changed, others see the name and the picture", () => {
  const { everyone, onlyYou } = visibleParts(values)
  expect(everyone).toEqual(["profile:visible.avatar", "profile:visible.displayName"])
  expect(onlyYou).toEqual([
    "profile:visible.bio",
    "profile:visible.gender",
    "profile:visible.birthDate",
    "profile:visible.likes",
  ])
})

test("a birth date is shown by its switch, but never of somebody under 18", () => {
  const shown = { ...values, show_date_of_birth: true }
  const adult = { ...shown, date_of_birth: splitBirthDate("1990-05-01") }
  const child = {
    ...shown,
    date_of_birth: splitBirthDate(`${new Date().getFullYear() - 10}-05-01`),
  }
  expect(visibleParts(adult).everyone).toContain("profile:visible.birthDate")
  expect(visibleParts(child).onlyYou).toContain("profile:visible.birthDate")
})
