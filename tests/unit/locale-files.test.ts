import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { LOCALES } from "../../src/i18n/locales.ts"

const FOLDER = "public/locales"
/** Ending of a key that has one text per plural form, such as `songs_one` and `songs_other`. */
const PLURAL_SUFFIX = /_(zero|one|two|few|many|other)$/

type Tree = { [key: string]: string | Tree }

const read = (locale: string, file: string): Tree =>
  JSON.parse(readFileSync(`${FOLDER}/${locale}/${file}`, "utf8"))

/** Returns the texts of a file with their full keys, such as `form.title`. */
const listTexts = (tree: Tree, path = ""): [key: string, text: string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[path + key, value]] : listTexts(value, `${path}${key}.`),
  )

const listPlaceholders = (text: string) =>
  [...new Set(text.match(/{{\w+}}|<\/?\w+>/g) ?? [])].sort()

/** Texts that may be the same in another language: names and international words. */
const MAY_BE_EQUAL =
  /^[^\p{L}]*$|^(\P{Ll}*|Daina|K-pop|Atom|Instagram|YouTube|Video|Link|Info|Artist|Album|Comeback|\{\{count\}\} album)$/u

const files = readdirSync(`${FOLDER}/en`)
const otherLocales = LOCALES.filter((locale) => locale !== "en")

test("every language has the same files", () => {
  for (const locale of LOCALES) expect(readdirSync(`${FOLDER}/${locale}`), locale).toEqual(files)
})

describe.each(files)("%s", (file) => {
  const english = listTexts(read("en", file))
  const listStems = (entries: [string, string][]) => [
    ...new Set(entries.map(([key]) => key.replace(PLURAL_SUFFIX, ""))),
  ]
  /** Keys of texts that have plural forms, without the suffix of the form. */
  const pluralStems = new Set(
    english
      .filter(([key]) => key.endsWith("_other"))
      .map(([key]) => key.replace(PLURAL_SUFFIX, "")),
  )

  test.each(LOCALES)("%s has exactly the keys of English", (locale) => {
    expect(listStems(listTexts(read(locale, file))).sort()).toEqual(listStems(english).sort())
  })

  test.each(LOCALES)("%s has the plural forms of its language", (locale) => {
    const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    const keys = new Set(listTexts(read(locale, file)).map(([key]) => key))
    const expected = [...pluralStems].flatMap((stem) => forms.map((form) => `${stem}_${form}`))
    expect(expected.filter((key) => !keys.has(key))).toEqual([])
  })

  test.each(otherLocales)("%s has the same placeholders and links as English", (locale) => {
    const englishPlaceholders = new Map(
      english.map(([key, text]) => [key.replace(PLURAL_SUFFIX, ""), listPlaceholders(text)]),
    )
    for (const [key, text] of listTexts(read(locale, file))) {
      const stem = key.replace(PLURAL_SUFFIX, "")
      const expected = englishPlaceholders.get(stem) ?? []
      // The singular may omit the number, as in “one song”.
      const placeholders =
        expected.includes("{{count}}") && pluralStems.has(stem)
          ? [...new Set([...listPlaceholders(text), "{{count}}"])].sort()
          : listPlaceholders(text)
      expect(placeholders, `${locale}/${file} ${key}`).toEqual(expected)
    }
  })

  test.each(otherLocales)("%s is translated", (locale) => {
    const englishTexts = new Map(english)
    const untranslated = listTexts(read(locale, file)).filter(
      ([key, text]) =>
        englishTexts.get(key) === text &&
        text.replace(/\{\{.*?\}\}/g, "").length > 3 &&
        !MAY_BE_EQUAL.test(text),
    )
    expect(untranslated).toEqual([])
  })

  test.each(LOCALES)("%s has no empty texts and no extra spaces", (locale) => {
    const wrong = listTexts(read(locale, file)).filter(
      ([, text]) => !text || text !== text.trim() || / {2}/.test(text),
    )
    expect(wrong).toEqual([])
  })
})
