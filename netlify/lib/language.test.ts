import { expect, test } from "vitest"
import { getLanguageColumns, guessLanguage } from "./language.ts"

test.each([
  ["Open practice on Saturday", "en"],
  ["Meklējam jaunus dejotājus", "lv"],
  ["Meklejam jaunus dejotajus musu komandai", "lv"],
  ["Otsime uusi tantsijaid", "et"],
  ["Ieškome naujų šokėjų", "lt"],
  ["Ищем новых танцоров", "ru"],
  ["Мы выступили! https://www.youtube.com/watch?v=dQw4w9WgXcQ", "ru"],
  ["💜", "en"],
])("the language of %j is %s", async (text, language) =>
  expect(await guessLanguage(text)).toBe(language),
)

test("a stated language is kept, and a missing language is guessed from the text", async () => {
  expect(await getLanguageColumns("lt", "Hello everybody")).toEqual({
    language: "lt",
    is_language_guessed: false,
  })
  expect(await getLanguageColumns(null, "Hello everybody")).toEqual({
    language: "en",
    is_language_guessed: true,
  })
})
