import { expect, test } from "vitest"
import { guessLanguage, writtenIn } from "./language.ts"

test.each([
  ["Open practice on Saturday", "en"],
  ["Meklējam jaunus dejotājus", "lv"],
  ["Meklejam jaunus dejotajus musu komandai", "lv"],
  ["Otsime uusi tantsijaid", "et"],
  ["Ieškome naujų šokėjų", "lt"],
  ["Ищем новых танцоров", "ru"],
  ["Мы выступили! https://www.youtube.com/watch?v=dQw4w9WgXcQ", "ru"],
  ["💜", "en"],
])("%s: %s", async (text, language) => expect(await guessLanguage(text)).toBe(language))

test("a stated language is kept, and null is detected", async () => {
  expect(await writtenIn("lt", "Hello everybody")).toEqual({
    language: "lt",
    is_language_guessed: false,
  })
  expect(await writtenIn(null, "Hello everybody")).toEqual({
    language: "en",
    is_language_guessed: true,
  })
})
