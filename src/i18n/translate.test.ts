import { expect, test } from "vitest"
import { createTranslate } from "./translate.ts"

/** Makes the plural forms of the key `home:posts.members`. */
const makePluralForms = (forms: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(forms).map(([form, text]) => [`home:posts.members_${form}`, text]),
  )

test("a value replaces each of its placeholders", () => {
  const t = createTranslate("en", { "news:by": "By {{author}}, yes, {{author}}" })
  expect(t("news:by", { author: "$& Līga" })).toBe("By $& Līga, yes, $& Līga")
})

test("a placeholder without a value and a key without a text stay visible", () => {
  const t = createTranslate("en", { "news:by": "By {{author}}" })
  expect(t("news:by")).toBe("By {{author}}")
  expect(t("news:share")).toBe("news:share")
})

test.each([
  [1, "dalībnieks"],
  [21, "dalībnieks"],
  [0, "dalībnieku"],
  [11, "dalībnieku"],
  [2, "dalībnieki"],
])("the number %i has the right Latvian plural form", (count, noun) => {
  const t = createTranslate(
    "lv",
    makePluralForms({
      zero: "{{count}} dalībnieku",
      one: "{{count}} dalībnieks",
      other: "{{count}} dalībnieki",
    }),
  )
  expect(t("home:posts.members", { count })).toBe(`${count} ${noun}`)
})

test.each([
  [1, "участник"],
  [22, "участника"],
  [11, "участников"],
])("the number %i has the right Russian plural form", (count, noun) => {
  const t = createTranslate(
    "ru",
    makePluralForms({
      one: "{{count}} участник",
      few: "{{count}} участника",
      many: "{{count}} участников",
    }),
  )
  expect(t("home:posts.members", { count })).toBe(`${count} ${noun}`)
})

test("a count whose plural form is missing has the form `other`", () => {
  const t = createTranslate("lt", makePluralForms({ other: "{{count}} narių" }))
  expect(t("home:posts.members", { count: 1 })).toBe("1 narių")
})
