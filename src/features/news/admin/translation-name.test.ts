import { expect, test } from "vitest"
import { LOCALES } from "../../../i18n/locales.ts"
import { getTranslationName, parseTranslationName } from "./translation-name.ts"

const ORIGINAL = "0b54cf5e-9c1b-4a52-8f11-8d1f1a2b3c4d"

test("the id of a translation follows from the original and the language, and is a UUID", () => {
  const translations = LOCALES.map((language) =>
    parseTranslationName(getTranslationName(ORIGINAL, language)),
  )
  expect(translations.map((translation) => translation?.initialValues)).toEqual(
    LOCALES.map((language) => ({ original_id: ORIGINAL, language })),
  )
  const ids = translations.map((translation) => translation?.id ?? "")
  expect(new Set([...ids, ORIGINAL]).size).toBe(LOCALES.length + 1)
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
})

test("a text that names no translation is not parsed", () => {
  expect(parseTranslationName(ORIGINAL)).toBeNull()
  expect(parseTranslationName(`${ORIGINAL}-xx`)).toBeNull()
  expect(parseTranslationName("new")).toBeNull()
})
