import { expect, test } from "vitest"
import {
  changeOriginalLanguage,
  changeText,
  findErrorLanguage,
  toTranslationValues,
} from "./multilingual.ts"

const NAMES = ["title", "description"] as const
const values = {
  title: "Dance",
  description: "All night",
  language: "en" as const,
  translations: { ru: { title: "Танцы", description: "" } },
}

test("an original text changes at the top level, and a translated text changes in its translation", () => {
  expect(changeText(values, NAMES, "en", "title", "Dances")).toEqual({ title: "Dances" })
  const { translations } = changeText(values, NAMES, "lv", "title", "Dejas")
  expect(Object.entries(translations ?? {})).toEqual([
    ["lv", { title: "Dejas", description: "" }],
    ["ru", { title: "Танцы", description: "" }],
  ])
})

test("a translation whose texts are all empty is removed", () => {
  expect(changeText(values, NAMES, "ru", "title", " ")).toEqual({ translations: {} })
})

test("changing the original's language swaps it with a translation, if there is one", () => {
  expect(changeOriginalLanguage(values, NAMES, "lt")).toEqual({ language: "lt" })
  expect(changeOriginalLanguage(values, NAMES, "ru")).toEqual({
    language: "ru",
    title: "Танцы",
    description: "",
    translations: { en: { title: "Dance", description: "All night" } },
  })
})

test("toTranslationValues() sorts translations and replaces null with an empty string", () => {
  const row = {
    ru: { title: "Танцы", description: null },
    et: { title: "Tants", description: "Öö" },
  }
  expect(Object.entries(toTranslationValues(row, NAMES))).toEqual([
    ["et", { title: "Tants", description: "Öö" }],
    ["ru", { title: "Танцы", description: "" }],
  ])
})

test.each([
  ["of the original selects its tab", { title: "required" }, "lv", "en"],
  [
    "of a translation selects the translation's tab",
    { "translations.ru.title": "too_long" },
    "en",
    "ru",
  ],
  [
    "in the selected language keeps the tab",
    { title: "required", "translations.ru.title": "required" },
    "ru",
    "ru",
  ],
  ["of another field selects no tab", { location: "too_long" }, "en", null],
] as const)("an error %s", (_, errors, selected, expected) => {
  expect(findErrorLanguage(errors, values, NAMES, selected)).toBe(expected)
})
