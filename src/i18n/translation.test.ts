import { expect, test } from "vitest"
import { localizeEvent } from "../features/events/event.ts"
import { makeEvent } from "../features/events/fixtures.ts"
import { listLanguages, localize } from "./translation.ts"

const team = {
  language: "lv" as const,
  description: "Latviski",
  translations: { en: { description: "English" }, ru: { description: "По-русски" } },
}

test("readers see the translation into their language, or else the original", () => {
  const shown = (["en", "lv", "et", "ru"] as const).map((locale) => localize(team, locale))
  expect(shown.map(({ language, description }) => [language, description])).toEqual([
    ["en", "English"],
    ["lv", "Latviski"],
    ["lv", "Latviski"],
    ["ru", "По-русски"],
  ])
  expect(shown.map(({ languages }) => languages)).toEqual(Array(4).fill(["lv", "en", "ru"]))
})

test("listLanguages() returns the language of the original first", () => {
  expect(listLanguages({ language: "ru", translations: { et: {}, en: {} } })).toEqual([
    "ru",
    "en",
    "et",
  ])
})

test("an event with only a translated title shows the original's description", () => {
  const event = makeEvent({
    title: "Dance",
    description: "All night",
    translations: { lv: { title: "Dejas", description: null } },
  })
  expect(localizeEvent(event, "lv")).toMatchObject({
    title: "Dejas",
    language: "lv",
    description: "All night",
    descriptionLanguage: "en",
  })
})
