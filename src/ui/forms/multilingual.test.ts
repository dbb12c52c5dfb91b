import { expect, test } from "vitest"
import { changedText, languageOfError, translationValues, withOriginal } from "./multilingual.ts"

const NAMES = ["title", "description"] as const
const values = {
  title: "Dance",
  description: "All night",
  language: "en" as const,
  translations: { ru: { title: "Танцы", description: "" } },
}

test("the original is written among the other values, a translation beside it", () => {
  expect(changedText(values, NAMES, "en", "title", "Dances")).toEqual({ title: "Dances" })
  const { translations } = changedText(values, NAMES, "lv", "title", "Dejas")
  expect(Object.entries(translations ?? {})).toEqual([
    ["lv", { title: "Dejas", description: "" }],
    ["ru", { title: "Танцы", description: "" }],
  ])
})

test("a translation whose last text goes is none", () => {
  expect(changedText(values, NAMES, "ru", "title", " ")).toEqual({ translations: {} })
})

test("an original in another language is the same text, or changes places with its translation", () => {
  expect(withOriginal(values, NAMES, "lt")).toEqual({ language: "lt" })
  expect(withOriginal(values, NAMES, "ru")).toEqual({
    language: "ru",
    title: "Танцы",
    description: "",
    translations: { en: { title: "Dance", description: "All night" } },
  })
})

test("a row's translations come in one order and without nulls", () => {
  const row = {
    ru: { title: "Танцы", description: null },
    et: { title: "Tants", description: "Öö" },
  }
  expect(Object.entries(translationValues(row, NAMES))).toEqual([
    ["et", { title: "Tants", description: "Öö" }],
    ["ru", { title: "Танцы", description: "" }],
  ])
})

test.each([
  ["of the original is on its tab", { title: "required" }, "lv", "en"],
  ["of a translation is on its own", { "translations.ru.title": "too_long" }, "en", "ru"],
  ["at hand comes first", { title: "required", "translations.ru.title": "required" }, "ru", "ru"],
  ["of another field is on none", { location: "too_long" }, "en", null],
] as const)("an error %s", (_, errors, chosen, language) => {
  expect(languageOfError(errors, values, NAMES, chosen)).toBe(language)
})
